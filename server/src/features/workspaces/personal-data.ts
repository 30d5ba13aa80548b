import type { Db, Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { findMember } from '../accounts/service.ts';
import { findWorkspacesOf } from './access/store.ts';
import { recordAudit } from './audit/audit.ts';
import { findAuditEvents } from './audit/store.ts';
import { deleteInvitationsTo, findInvitationsTo } from './invitations/store.ts';
import { findKeysOf } from './keys/store.ts';
import { deleteFromStaff, findStaffRole, lockStaff } from './staff/store.ts';
import { countTeam, deleteFromTeam, lockWorkspace } from './team/store.ts';

/** Rows of the audit log in an export; a member's own page shows all. */
const EXPORTED_EVENTS = 10_000;

/** Takes a member who leaves off the staff. @throws {AppError} 409 `owner_stays` for the owner */
async function leaveStaff(tx: Tx, memberId: string): Promise<void> {
  if ((await findStaffRole(tx, memberId)) === undefined) return;
  await lockStaff(tx);
  const role = await findStaffRole(tx, memberId);
  if (role === undefined) return;
  if (role === 'owner') {
    throw new AppError(
      409,
      'owner_stays',
      'You are the owner of this site. Make another member the owner before you delete your account.',
    );
  }
  await deleteFromStaff(tx, memberId);
  await recordAudit(tx, {
    actor: { kind: 'member', id: memberId },
    action: 'staff.removed',
    subject: { kind: 'member', id: memberId },
    before: { role },
  });
}

/** Takes a member who leaves off a team. @throws {AppError} 409 `last_owner` for the only owner of others */
async function leaveWorkspace(tx: Tx, memberId: string, workspaceId: string): Promise<void> {
  await lockWorkspace(tx, workspaceId);
  const workspace = (await findWorkspacesOf(tx, memberId)).find(({ id }) => id === workspaceId);
  if (workspace === undefined) return;
  const { role } = workspace;
  const { owners, all } = await countTeam(tx, workspaceId);
  if (role === 'owner' && owners === 1 && all > 1) {
    throw new AppError(
      409,
      'last_owner',
      'You are the only owner of a team. Make another member its owner before you delete your account.',
    );
  }
  await deleteFromTeam(tx, workspaceId, memberId);
  await recordAudit(tx, {
    workspaceId,
    actor: { kind: 'member', id: memberId },
    action: 'team.left',
    subject: { kind: 'member', id: memberId },
    before: { role },
  });
}

/** The email whose invitations are the member's; undefined until they have proven that it is theirs: anyone may sign up with it. */
async function provenEmail(db: Db | Tx, memberId: string): Promise<string | undefined> {
  const member = await findMember(db, memberId);
  return (member?.email_verified_at && member.email) || undefined;
}

/** A member's roles and invitations, which end with the account, and what they changed, which stays under their id. */
export const workspacesAsPersonalData = {
  async export(db: Db, memberId: string) {
    const workspaces = await findWorkspacesOf(db, memberId);
    const changes = await findAuditEvents(db, { actorId: memberId, limit: EXPORTED_EVENTS });
    const email = await provenEmail(db, memberId);
    const invitations = email === undefined ? [] : await findInvitationsTo(db, email);
    return {
      invitations: invitations.map(({ workspace, workspace_id, role, outcome, created_at }) => ({
        workspace,
        isToStaff: workspace_id === null,
        role,
        outcome,
        createdAt: created_at,
      })),
      workspaces: workspaces.map(({ name, role, joinedAt }) => ({ name, role, joinedAt })),
      staffRole: (await findStaffRole(db, memberId)) ?? null,
      apiKeys: await findKeysOf(db, memberId),
      changes: changes.map(({ action, subject_kind, subject_id, created_at }) => ({
        action,
        subject: `${subject_kind}:${subject_id}`,
        at: created_at,
      })),
    };
  },

  async erase(tx: Tx, memberId: string): Promise<void> {
    await leaveStaff(tx, memberId);
    for (const { id } of await findWorkspacesOf(tx, memberId)) await leaveWorkspace(tx, memberId, id);
    const email = await provenEmail(tx, memberId);
    if (email !== undefined) await deleteInvitationsTo(tx, email);
  },
};
