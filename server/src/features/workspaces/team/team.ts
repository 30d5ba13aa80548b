import {
  isPermitted,
  type Permission,
  type PrivacyCheckRule,
  type TeamMember,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '@oriel/contract';
import { notPermitted, workspaceNotFound } from '../../../access.ts';
import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { requireRecentProof } from '../../accounts/service.ts';
import { recordAudit } from '../audit/audit.ts';
import { type Changer, presentPerson, sortPeople } from '../people.ts';
import { memberNotFound, requireReach } from '../ranks.ts';
import * as store from './store.ts';

/** The team of a workspace, by role and name. */
export async function readTeam(db: Db, workspaceId: string, ownId: string): Promise<TeamMember[]> {
  const rows = await store.findTeam(db, workspaceId);
  return sortPeople(WORKSPACE_ROLES, rows).map((row) => presentPerson(row, ownId));
}

/**
 * The role that somebody has in a workspace by now, which is locked until the end of the transaction: another change may have
 * come first since the request began.
 *
 * @throws {AppError} 403 `not_permitted`, 404 `workspace_not_found`
 */
export async function lockOwnRole(
  tx: Tx,
  workspaceId: string,
  memberId: string,
  permission: Permission,
): Promise<WorkspaceRole> {
  if ((await store.lockWorkspace(tx, workspaceId)) === undefined) throw workspaceNotFound();
  const workspace = await store.findTeamRole(tx, workspaceId, memberId);
  if (workspace === undefined || !isPermitted(permission, { workspace })) throw notPermitted();
  return workspace;
}

/** @throws {AppError} 409 `last_owner` where a team would be left without an owner */
async function keepAnOwner(tx: Tx, workspaceId: string, role: WorkspaceRole): Promise<void> {
  if (role !== 'owner' || (await store.countTeam(tx, workspaceId)).owners > 1) return;
  throw new AppError(409, 'last_owner', 'A workspace needs an owner. Make another member its owner first.');
}

/** Runs a change of another member's role. @param work gets that role, and one's own */
async function changeMember(
  db: Db,
  changer: Changer,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
  work: (tx: Tx, role: WorkspaceRole, own: WorkspaceRole) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await requireRecentProof(tx, changer);
    const own = await lockOwnRole(tx, workspaceId, changer.memberId, 'team.manage');
    const role = await store.findTeamRole(tx, workspaceId, memberId);
    if (role === undefined) throw memberNotFound();
    await work(tx, role, own);
  });
}

/**
 * Gives a member of the team another role.
 *
 * @throws {AppError} 403 `not_permitted`, `role_too_high`, `reauthentication_required`, 404 `member_not_found`, 409 `last_owner`
 */
export async function changeTeamRole(
  db: Db,
  changer: Changer,
  target: { workspaceId: string; memberId: string; role: WorkspaceRole },
): Promise<void> {
  const { workspaceId, memberId, role } = target;
  await changeMember(db, changer, target, async (tx, before, own) => {
    requireReach(workspaceId, own, before, role);
    if (role === before) return;
    await keepAnOwner(tx, workspaceId, before);
    await store.setTeamRole(tx, workspaceId, memberId, role);
    await recordAudit(tx, {
      workspaceId,
      actor: changer.actor,
      action: 'team.role-changed',
      subject: { kind: 'member', id: memberId },
      before: { role: before },
      after: { role },
    });
  });
}

/**
 * Takes a member off the team.
 *
 * @throws {AppError} as `changeTeamRole`
 */
export async function removeFromTeam(
  db: Db,
  changer: Changer,
  target: { workspaceId: string; memberId: string },
): Promise<void> {
  const { workspaceId, memberId } = target;
  await changeMember(db, changer, target, async (tx, before, own) => {
    requireReach(workspaceId, own, before);
    await keepAnOwner(tx, workspaceId, before);
    await store.deleteFromTeam(tx, workspaceId, memberId);
    await recordAudit(tx, {
      workspaceId,
      actor: changer.actor,
      action: 'team.removed',
      subject: { kind: 'member', id: memberId },
      before: { role: before },
    });
  });
}

/** @throws {AppError} 404 `member_not_found`, 409 `last_owner` */
export async function leaveTeam(
  db: Db,
  { memberId, actor }: Omit<Changer, 'sessionId'>,
  workspaceId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await store.lockWorkspace(tx, workspaceId);
    const before = await store.findTeamRole(tx, workspaceId, memberId);
    if (before === undefined) throw memberNotFound();
    await keepAnOwner(tx, workspaceId, before);
    await store.deleteFromTeam(tx, workspaceId, memberId);
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: 'team.left',
      subject: { kind: 'member', id: memberId },
      before: { role: before },
    });
  });
}

/**
 * Hands a workspace over: the other member becomes its owner, and who hands it over an admin, in one transaction.
 *
 * @throws {AppError} 403 `not_permitted`, `reauthentication_required`, 404 `member_not_found`, 409 `already_owner` for oneself
 */
export async function transferWorkspace(
  db: Db,
  changer: Changer,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await requireRecentProof(tx, changer);
    await lockOwnRole(tx, workspaceId, changer.memberId, 'workspace.transfer');
    if (memberId === changer.memberId) {
      throw new AppError(409, 'already_owner', 'You are the owner already. Please choose another member.');
    }
    const before = await store.findTeamRole(tx, workspaceId, memberId);
    if (before === undefined) throw memberNotFound();
    await store.setTeamRole(tx, workspaceId, memberId, 'owner');
    await store.setTeamRole(tx, workspaceId, changer.memberId, 'admin');
    await recordAudit(tx, {
      workspaceId,
      actor: changer.actor,
      action: 'workspace.transferred',
      subject: { kind: 'member', id: memberId },
      before: { owner: changer.memberId, role: before },
      after: { owner: memberId },
    });
  });
}

export async function renameWorkspace(
  db: Db,
  { actor }: Pick<Changer, 'actor'>,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await store.lockWorkspace(tx, workspaceId);
    if (before?.name === name) return;
    await store.renameWorkspace(tx, workspaceId, name);
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: 'workspace.renamed',
      subject: { kind: 'workspace', id: workspaceId },
      before: { name: before?.name ?? null },
      after: { name },
    });
  });
}

/** Says whether the tours of a workspace need the privacy check to be published; what is published stays. */
export async function setPrivacyCheckRule(
  db: Db,
  { actor }: Pick<Changer, 'actor'>,
  { workspaceId, privacyCheck }: { workspaceId: string; privacyCheck: PrivacyCheckRule },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await store.lockWorkspace(tx, workspaceId);
    if (before === undefined || before.privacyCheck === privacyCheck) return;
    await store.setPrivacyCheckRule(tx, workspaceId, privacyCheck);
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: 'workspace.privacy-check-changed',
      subject: { kind: 'workspace', id: workspaceId },
      before: { privacyCheck: before.privacyCheck },
      after: { privacyCheck },
    });
  });
}
