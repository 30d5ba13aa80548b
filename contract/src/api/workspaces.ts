import { z } from 'zod';
import { memberEndpoint, WorkspaceId } from './endpoint.ts';
import { PermissionName, StaffRole, WorkspaceRole } from './permissions.ts';

/** Whether tours are published only once their 360-degree pictures have been checked for people. */
export const PrivacyCheckRule = z.enum(['required', 'off']);
export type PrivacyCheckRule = z.infer<typeof PrivacyCheckRule>;

/** A workspace of the member's, with what they may do there. */
export const OwnWorkspace = z
  .object({
    id: WorkspaceId,
    name: z.string(),
    role: WorkspaceRole,
    permissions: z.array(PermissionName),
    privacyCheck: PrivacyCheckRule.describe('Whether its tours need the privacy check to be published.'),
  })
  .meta({ id: 'OwnWorkspace' });
export type OwnWorkspace = z.infer<typeof OwnWorkspace>;

/** Where a member has a role. */
export const OwnRoles = z
  .object({
    workspaces: z.array(OwnWorkspace),
    staff: z
      .object({ role: StaffRole, permissions: z.array(PermissionName) })
      .nullable()
      .describe('The role in the installation; null for most members.'),
    reviewsTours: z.boolean().describe('Whether reviewers look at tours before they are published.'),
  })
  .meta({ id: 'OwnRoles' });
export type OwnRoles = z.infer<typeof OwnRoles>;

export const listWorkspaces = memberEndpoint('GET', '/api/studio/workspaces', {
  summary: 'The workspaces of the member, with their role and permissions; empty for most members',
  tag: 'studio',
  response: OwnRoles,
});
