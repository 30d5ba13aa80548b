import { z } from 'zod';
import { Done, Email } from './accounts.ts';
import { InWorkspace, permittedEndpoint } from './endpoint.ts';
import { filledLine } from './line.ts';
import { StaffRole, WorkspaceRole } from './permissions.ts';
import { WorkspacePlan } from './plans.ts';
import { PrivacyCheckRule } from './workspaces.ts';

const person = {
  memberId: z.string(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  joinedAt: z.string(),
  isYou: z.boolean(),
};

/** A member of a workspace's team. */
export const TeamMember = z.object({ ...person, role: WorkspaceRole }).meta({ id: 'TeamMember' });
export type TeamMember = z.infer<typeof TeamMember>;

/** A member of the installation's staff. */
export const StaffMember = z.object({ ...person, role: StaffRole }).meta({ id: 'StaffMember' });
export type StaffMember = z.infer<typeof StaffMember>;

/** A member by their id, in a path or body. */
export const MemberKey = z.object({ memberId: z.string().min(1).max(100) });

/** The longest name of a workspace. */
export const MAX_WORKSPACE_NAME = 80;
const WorkspaceName = filledLine(MAX_WORKSPACE_NAME, 'Please give the workspace a name.');

const ROLE_ERRORS = ['member_not_found', 'role_too_high', 'reauthentication_required'];

export const renameWorkspace = permittedEndpoint('workspace.update')('PATCH', '/api/studio/workspace', {
  summary: 'Renames the workspace',
  tag: 'studio',
  query: InWorkspace,
  body: z.strictObject({ name: WorkspaceName }),
  response: Done,
});

export const setPrivacyCheckRule = permittedEndpoint('workspace.update')(
  'POST',
  '/api/studio/workspace/privacy-check',
  {
    summary: 'Says whether tours need a signed privacy check of each 360-degree picture to be published',
    tag: 'studio',
    query: InWorkspace,
    body: z.strictObject({ privacyCheck: PrivacyCheckRule }),
    response: Done,
  },
);

export const createWorkspace = permittedEndpoint('workspace.create')('POST', '/api/console/workspaces', {
  summary: 'Makes another workspace, whose owner is the member; needs a recent proof of identity',
  tag: 'console',
  body: z.strictObject({
    name: WorkspaceName,
    plan: WorkspacePlan.optional().describe('The free one by default.'),
    ownerEmail: Email.optional().describe('Who is invited by mail to own it, too.'),
  }),
  response: z.object({ id: z.string(), name: z.string() }),
  errors: ['reauthentication_required', 'already_member', 'too_many_requests'],
});

export const transferWorkspace = permittedEndpoint('workspace.transfer')('POST', '/api/studio/ownership', {
  summary:
    'Makes another member of the team an owner of the workspace, and the member an admin; needs a recent proof of identity',
  tag: 'studio',
  query: InWorkspace,
  body: MemberKey.strict(),
  response: Done,
  errors: ['member_not_found', 'already_owner', 'reauthentication_required'],
});

export const listTeam = permittedEndpoint('team.read')('GET', '/api/studio/team', {
  summary: 'The team of the workspace, by role and name',
  tag: 'studio',
  query: InWorkspace,
  response: z.object({ members: z.array(TeamMember) }),
});

export const changeTeamRole = permittedEndpoint('team.manage')('PATCH', '/api/studio/team/:memberId', {
  summary: 'Gives a member of the team another role, up to the own; needs a recent proof of identity',
  tag: 'studio',
  params: MemberKey,
  query: InWorkspace,
  body: z.strictObject({ role: WorkspaceRole }),
  response: Done,
  errors: [...ROLE_ERRORS, 'last_owner'],
});

export const removeFromTeam = permittedEndpoint('team.manage')('DELETE', '/api/studio/team/:memberId', {
  summary: 'Takes a member off the team; needs a recent proof of identity',
  tag: 'studio',
  params: MemberKey,
  query: InWorkspace,
  response: Done,
  errors: [...ROLE_ERRORS, 'last_owner'],
});

export const leaveTeam = permittedEndpoint('workspace.read')('DELETE', '/api/studio/membership', {
  summary: 'Leaves the team of the workspace',
  tag: 'studio',
  query: InWorkspace,
  response: Done,
  errors: ['member_not_found', 'last_owner'],
});

export const listStaff = permittedEndpoint('staff.read')('GET', '/api/console/staff', {
  summary: "The installation's staff, by role and name",
  tag: 'console',
  response: z.object({ members: z.array(StaffMember) }),
});

/** Every role but the owner's, which is transferred. */
export const AssignableStaffRole = StaffRole.exclude(['owner']);

export const changeStaffRole = permittedEndpoint('staff.manage')('PATCH', '/api/console/staff/:memberId', {
  summary: 'Gives a member of the staff another role, up to the own; needs a recent proof of identity',
  tag: 'console',
  params: MemberKey,
  body: z.strictObject({ role: AssignableStaffRole }),
  response: Done,
  errors: ROLE_ERRORS,
});

export const removeStaff = permittedEndpoint('staff.manage')('DELETE', '/api/console/staff/:memberId', {
  summary: 'Takes a member off the staff; needs a recent proof of identity',
  tag: 'console',
  params: MemberKey,
  response: Done,
  errors: ROLE_ERRORS,
});

export const transferOwnership = permittedEndpoint('ownership.transfer')('POST', '/api/console/ownership', {
  summary:
    'Makes another member of the staff the owner, and the owner an operator; needs a recent proof of identity',
  tag: 'console',
  body: MemberKey.strict(),
  response: Done,
  errors: ['member_not_found', 'reauthentication_required'],
});
