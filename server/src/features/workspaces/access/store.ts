import { isPermitted, type Permission, type PrivacyCheckRule, type WorkspaceRole } from '@oriel/contract';
import { sql } from 'kysely';
import type { FoundRoles } from '../../../access.ts';
import type { Db, Tx } from '../../../database/database.ts';

interface RolesRow extends Pick<FoundRoles, 'isWorkspace'> {
  staff: FoundRoles['staff'] | null;
  workspace: FoundRoles['workspace'] | null;
}

/** The roles of a member in the installation and in a workspace. */
export async function findRoles(
  db: Db | Tx,
  memberId: string,
  workspaceId: string | undefined,
): Promise<FoundRoles> {
  const { rows } = await sql<RolesRow>`
    SELECT (SELECT role FROM staff WHERE member_id = ${memberId}) AS staff,
      (SELECT role FROM workspace_members WHERE member_id = ${memberId} AND workspace_id = ${workspaceId ?? null})
        AS workspace,
      EXISTS (SELECT FROM workspaces WHERE id = ${workspaceId ?? null}) AS "isWorkspace"
  `.execute(db);
  const [row] = rows;
  return {
    staff: row?.staff ?? undefined,
    workspace: row?.workspace ?? undefined,
    isWorkspace: row?.isWorkspace === true,
  };
}

/** The workspaces of a member, the oldest first. */
export async function findWorkspacesOf(
  db: Db | Tx,
  memberId: string,
): Promise<
  {
    id: string;
    name: string | null;
    role: WorkspaceRole;
    privacyCheck: PrivacyCheckRule;
    joinedAt: Date;
  }[]
> {
  return db
    .selectFrom('workspace_members')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_id')
    .select([
      'workspaces.id',
      'name',
      'role',
      'privacy_check as privacyCheck',
      'workspace_members.created_at as joinedAt',
    ])
    .where('member_id', '=', memberId)
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id')
    .execute();
}

/** Whether the tours of a workspace need the privacy check to be published. */
export async function needsPrivacyCheck(db: Db | Tx, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('workspaces')
    .select('privacy_check')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return row?.privacy_check === 'required';
}

/** The ids of members with a permission: in a workspace, or in the installation. */
export async function findPermitted(
  db: Db | Tx,
  permission: Permission,
  workspaceId: string | undefined,
): Promise<string[]> {
  if (workspaceId === undefined) {
    const staff = await db.selectFrom('staff').select(['member_id as id', 'role']).execute();
    return staff.filter(({ role }) => isPermitted(permission, { staff: role })).map(({ id }) => id);
  }
  const team = await db
    .selectFrom('workspace_members')
    .select(['member_id as id', 'role'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return team.filter(({ role }) => isPermitted(permission, { workspace: role })).map(({ id }) => id);
}
