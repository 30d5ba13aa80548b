import { randomBytes } from 'node:crypto';
import type { PrivacyCheckRule, WorkspacePlan, WorkspaceRole } from '@oriel/contract';
import type { Db, Tx } from '../../../database/database.ts';
import type { PersonRow } from '../people.ts';

/** Locks a workspace until the end of the transaction: its team and invitations change one after the other. */
export async function lockWorkspace(
  tx: Tx,
  id: string,
): Promise<{ name: string | null; privacyCheck: PrivacyCheckRule } | undefined> {
  return tx
    .selectFrom('workspaces')
    .select(['name', 'privacy_check as privacyCheck'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertWorkspace(tx: Tx, name: string, plan: WorkspacePlan): Promise<string> {
  const id = `w_${randomBytes(16).toString('base64url')}`;
  await tx.insertInto('workspaces').values({ id, name, plan }).execute();
  return id;
}

export async function renameWorkspace(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('workspaces').set({ name }).where('id', '=', id).execute();
}

export async function setPrivacyCheckRule(tx: Tx, id: string, rule: PrivacyCheckRule): Promise<void> {
  await tx.updateTable('workspaces').set({ privacy_check: rule }).where('id', '=', id).execute();
}

/** The workspace that every installation has from the beginning. */
export async function findFirstWorkspace(tx: Tx): Promise<string> {
  const { id } = await tx
    .selectFrom('workspaces')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findTeam(db: Db, workspaceId: string): Promise<PersonRow<WorkspaceRole>[]> {
  return db
    .selectFrom('workspace_members')
    .innerJoin('members', 'members.id', 'member_id')
    .select([
      'member_id as memberId',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'avatar',
      'workspace_members.created_at as joinedAt',
      'role',
    ])
    .where('workspace_id', '=', workspaceId)
    .execute();
}

export async function findTeamRole(
  db: Db | Tx,
  workspaceId: string,
  memberId: string,
): Promise<WorkspaceRole | undefined> {
  const row = await db
    .selectFrom('workspace_members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.role;
}

/** Whether a member with an email is on the team. */
export async function isOnTeam(tx: Tx, workspaceId: string, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('workspace_members')
    .innerJoin('members', 'members.id', 'member_id')
    .select('member_id')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many owners and members a workspace has. */
export async function countTeam(tx: Tx, workspaceId: string): Promise<{ owners: number; all: number }> {
  const rows = await tx
    .selectFrom('workspace_members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return { owners: rows.filter(({ role }) => role === 'owner').length, all: rows.length };
}

/** Adds a member to the team. @returns false where they are on it already */
export async function addToTeam(
  tx: Tx,
  workspaceId: string,
  memberId: string,
  role: WorkspaceRole,
): Promise<boolean> {
  const added = await tx
    .insertInto('workspace_members')
    .values({ workspace_id: workspaceId, member_id: memberId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role')
    .executeTakeFirst();
  return added !== undefined;
}

export async function setTeamRole(
  tx: Tx,
  workspaceId: string,
  memberId: string,
  role: WorkspaceRole,
): Promise<void> {
  await tx
    .updateTable('workspace_members')
    .set({ role })
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .execute();
}

export async function deleteFromTeam(tx: Tx, workspaceId: string, memberId: string): Promise<void> {
  await tx
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .execute();
}
