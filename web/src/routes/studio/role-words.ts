import type { StaffRole, WorkspaceRole } from '@oriel/contract';

export type AnyRole = StaffRole | WorkspaceRole;

export const ROLE_NAMES: Record<AnyRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  contributor: 'Contributor',
  viewer: 'Viewer',
  operator: 'Operator',
  support: 'Support',
  reviewer: 'Reviewer',
};

export const TEAM_HINTS: Record<WorkspaceRole, string> = {
  owner: 'Decides about everything, the team included',
  admin: 'Makes and publishes tours, and looks after the team',
  editor: 'Makes and publishes tours',
  contributor: 'Prepares tours that others publish',
  viewer: 'Sees statistics and enquiries',
};

export const STAFF_HINTS: Record<Exclude<StaffRole, 'owner'>, string> = {
  operator: 'Runs the site: catalogue, pages, staff',
  support: 'Helps members',
  reviewer: 'Looks at tours before they are published',
};
