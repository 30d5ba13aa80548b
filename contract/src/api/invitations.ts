import { z } from 'zod';
import { Done, Email } from './accounts.ts';
import { InWorkspace, memberEndpoint, permittedEndpoint, publicEndpoint } from './endpoint.ts';
import { StaffRole, WorkspaceRole } from './permissions.ts';
import { AssignableStaffRole } from './team.ts';

/** How long an invitation holds. */
export const INVITATION_DAYS = 7;
/** How long the link for the owner of an installation holds. */
export const OWNER_LINK_HOURS = 24;

const open = {
  id: z.string(),
  email: z.string(),
  invitedBy: z.string().describe('The name of who sent it last.'),
  createdAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
};

/** An invitation to a team that has not been answered. */
export const Invitation = z.object({ ...open, role: WorkspaceRole }).meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;
/** An invitation to the staff that has not been answered. */
export const StaffInvitation = z.object({ ...open, role: StaffRole }).meta({ id: 'StaffInvitation' });
export type StaffInvitation = z.infer<typeof StaffInvitation>;

const InvitationKey = z.object({ id: z.string().min(1).max(100) });
const Created = Done.extend({ id: z.string() });
const CREATE_ERRORS = [
  'already_member',
  'already_invited',
  'role_too_high',
  'reauthentication_required',
  'too_many_requests',
];
const AGAIN_ERRORS = ['invitation_not_found', 'role_too_high', 'too_many_requests'];

export const listInvitations = permittedEndpoint('invitation.manage')('GET', '/api/studio/invitations', {
  summary: 'The invitations to the team that have not been answered, the newest first',
  tag: 'studio',
  query: InWorkspace,
  response: z.object({ invitations: z.array(Invitation) }),
});

export const createInvitation = permittedEndpoint('invitation.manage')('POST', '/api/studio/invitations', {
  summary: `Invites to the team by mail, for ${INVITATION_DAYS} days, whether the address has an account or not; needs a recent proof of identity`,
  tag: 'studio',
  query: InWorkspace,
  body: z.strictObject({ email: Email, role: WorkspaceRole }),
  response: Created,
  errors: [...CREATE_ERRORS, 'quota_reached'],
});

export const resendInvitation = permittedEndpoint('invitation.manage')(
  'POST',
  '/api/studio/invitations/:id/mails',
  {
    summary: 'Mails an invitation again, with a new link and for as long again',
    tag: 'studio',
    params: InvitationKey,
    query: InWorkspace,
    response: Done,
    errors: AGAIN_ERRORS,
  },
);

export const revokeInvitation = permittedEndpoint('invitation.manage')(
  'DELETE',
  '/api/studio/invitations/:id',
  {
    summary: 'Revokes an invitation; its link ends',
    tag: 'studio',
    params: InvitationKey,
    query: InWorkspace,
    response: Done,
    errors: ['invitation_not_found'],
  },
);

export const listStaffInvitations = permittedEndpoint('staff.manage')('GET', '/api/console/invitations', {
  summary: 'The invitations to the staff that have not been answered, the newest first',
  tag: 'console',
  response: z.object({ invitations: z.array(StaffInvitation) }),
});

export const createStaffInvitation = permittedEndpoint('staff.manage')('POST', '/api/console/invitations', {
  summary: `Invites to the staff by mail, for ${INVITATION_DAYS} days; needs a recent proof of identity`,
  tag: 'console',
  body: z.strictObject({ email: Email, role: AssignableStaffRole }),
  response: Created,
  errors: CREATE_ERRORS,
});

export const resendStaffInvitation = permittedEndpoint('staff.manage')(
  'POST',
  '/api/console/invitations/:id/mails',
  {
    summary: 'Mails an invitation again, with a new link and for as long again',
    tag: 'console',
    params: InvitationKey,
    response: Done,
    errors: AGAIN_ERRORS,
  },
);

export const revokeStaffInvitation = permittedEndpoint('staff.manage')(
  'DELETE',
  '/api/console/invitations/:id',
  {
    summary: 'Revokes an invitation; its link ends',
    tag: 'console',
    params: InvitationKey,
    response: Done,
    errors: ['invitation_not_found'],
  },
);

/** The secret of a mailed link. */
const LinkSecret = z.string().min(1).max(500);

/** What the page of an invitation shows before it is answered. */
export const ReceivedInvitation = z
  .object({
    email: z.string().describe('The only address that can accept.'),
    workspace: z.string().describe("The workspace's name; the site's for its staff."),
    isToStaff: z.boolean(),
    role: z.union([WorkspaceRole, StaffRole]),
    invitedBy: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: 'ReceivedInvitation' });
export type ReceivedInvitation = z.infer<typeof ReceivedInvitation>;

export const readInvitation = publicEndpoint('POST', '/api/studio/invitations/lookup', {
  summary: 'What the link of an invitation is about; changes nothing',
  tag: 'studio',
  body: z.object({ token: LinkSecret }),
  response: ReceivedInvitation,
  errors: ['invitation_not_found', 'too_many_requests'],
});

export const answerInvitation = memberEndpoint('POST', '/api/studio/invitations/answer', {
  summary: 'Accepts or declines an invitation, as the member whose address it was mailed to',
  tag: 'studio',
  body: z.strictObject({ token: LinkSecret, answer: z.enum(['accept', 'decline']) }),
  response: Done.extend({
    isToStaff: z.boolean(),
    workspace: z.string().nullable().describe('The id; null for the staff.'),
  }),
  errors: ['invitation_not_found', 'other_address', 'already_member', 'quota_reached', 'too_many_requests'],
});

export const claimOwnership = memberEndpoint('POST', '/api/console/ownership/claim', {
  summary: `Takes the one-time link for the owner of the installation, which holds for ${OWNER_LINK_HOURS} hours, as the member whose verified address it is for`,
  tag: 'console',
  body: z.strictObject({ token: LinkSecret }),
  response: Done,
  errors: [
    'wrong_code',
    'other_address',
    'email_unverified',
    'reauthentication_required',
    'too_many_requests',
  ],
});
