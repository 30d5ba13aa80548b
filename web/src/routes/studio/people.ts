import { createInvitation, createStaffInvitation } from '@oriel/contract/api/invitations';
import {
  STAFF_ROLES,
  type StaffRole,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '@oriel/contract/api/permissions';
import { api } from '../../api.ts';
import { type AnyRole, STAFF_HINTS, TEAM_HINTS } from './role-words.ts';

/** A member with a role. */
export interface Person {
  memberId: string;
  name: string;
  email: string;
  avatar: string | null;
  isYou: boolean;
  role: AnyRole;
}

/** An invitation that waits for its answer. */
export interface Waiting {
  id: string;
  email: string;
  role: AnyRole;
  invitedBy: string;
  expiresAt: string;
  isExpired: boolean;
}

/** The team of a workspace, or the staff: both are lists of members with roles, and of invitations. */
export interface People {
  key: string;
  title: string;
  lead: string;
  /** The highest first. */
  roles: readonly AnyRole[];
  /** What may be given, with what it means. */
  hints: Partial<Record<AnyRole, string>>;
  schema: typeof createInvitation.body | typeof createStaffInvitation.body;
  list(): Promise<Person[]>;
  waiting(): Promise<Waiting[]>;
  invite(email: string, role: AnyRole): Promise<unknown>;
  sendAgain(id: string): Promise<unknown>;
  revoke(id: string): Promise<unknown>;
  change(memberId: string, role: AnyRole): Promise<unknown>;
  remove(memberId: string): Promise<unknown>;
}

export function teamOf(workspace: string): People {
  const query = { workspace };
  return {
    key: `team ${workspace}`,
    title: 'Team',
    lead: 'Who makes tours here, and what each may do.',
    roles: WORKSPACE_ROLES,
    hints: TEAM_HINTS,
    schema: createInvitation.body,
    list: async () => (await api('GET /api/studio/team', { query })).data.members,
    waiting: async () => (await api('GET /api/studio/invitations', { query })).data.invitations,
    invite: (email, role) =>
      api('POST /api/studio/invitations', { query, body: { email, role: role as WorkspaceRole } }),
    sendAgain: (id) => api('POST /api/studio/invitations/:id/mails', { query, params: { id } }),
    revoke: (id) => api('DELETE /api/studio/invitations/:id', { query, params: { id } }),
    change: (memberId, role) =>
      api('PATCH /api/studio/team/:memberId', {
        query,
        params: { memberId },
        body: { role: role as WorkspaceRole },
      }),
    remove: (memberId) => api('DELETE /api/studio/team/:memberId', { query, params: { memberId } }),
  };
}

export const STAFF: People = {
  key: 'staff',
  title: 'Staff',
  lead: 'Who runs the whole site.',
  roles: STAFF_ROLES,
  hints: STAFF_HINTS,
  schema: createStaffInvitation.body,
  list: async () => (await api('GET /api/console/staff', {})).data.members,
  waiting: async () => (await api('GET /api/console/invitations', {})).data.invitations,
  invite: (email, role) =>
    api('POST /api/console/invitations', {
      body: { email, role: role as Exclude<StaffRole, 'owner'> },
    }),
  sendAgain: (id) => api('POST /api/console/invitations/:id/mails', { params: { id } }),
  revoke: (id) => api('DELETE /api/console/invitations/:id', { params: { id } }),
  change: (memberId, role) =>
    api('PATCH /api/console/staff/:memberId', {
      params: { memberId },
      body: { role: role as Exclude<StaffRole, 'owner'> },
    }),
  remove: (memberId) => api('DELETE /api/console/staff/:memberId', { params: { memberId } }),
};
