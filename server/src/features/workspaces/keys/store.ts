import { randomBytes } from 'node:crypto';
import type { KeyScope, WorkspaceRole } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';

export interface KeyRow {
  id: string;
  name: string;
  scopes: KeyScope[];
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

const NOW = sql<Date>`clock_timestamp()`;
/** How exactly the last use of a key is kept: not every request writes. */
const USE_INTERVAL = sql`interval '1 minute'`;
const owner = sql<string>`trim(members.first_name || ' ' || members.last_name)`;

const selectKeys = (db: Db | Tx) =>
  db
    .selectFrom('api_keys')
    .innerJoin('members', 'members.id', 'member_id')
    .select([
      'api_keys.id',
      'name',
      'scopes',
      'api_keys.created_at as createdAt',
      'expires_at as expiresAt',
      'last_used_at as lastUsedAt',
    ])
    .select(owner.as('createdBy'))
    .where('revoked_at', 'is', null);

/** Keys that have not been revoked, also expired ones, the newest first. */
export async function findKeys(db: Db, workspaceId: string): Promise<KeyRow[]> {
  return selectKeys(db)
    .where('workspace_id', '=', workspaceId)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id')
    .execute();
}

/** A key that exists. */
export async function getKey(tx: Tx, id: string): Promise<KeyRow> {
  return selectKeys(tx).where('api_keys.id', '=', id).executeTakeFirstOrThrow();
}

/** The keys of a member, for their export. */
export async function findKeysOf(db: Db | Tx, memberId: string) {
  return db
    .selectFrom('api_keys')
    .select(['name', 'scopes', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute();
}

export async function countKeys(tx: Tx, workspaceId: string): Promise<number> {
  const { keys } = await tx
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::integer`.as('keys'))
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return keys;
}

export async function insertKey(
  tx: Tx,
  key: {
    workspaceId: string;
    memberId: string;
    name: string;
    scopes: readonly KeyScope[];
    days: number | null;
    digest: Buffer;
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('api_keys')
    .values({
      id: `k_${randomBytes(16).toString('base64url')}`,
      workspace_id: key.workspaceId,
      member_id: key.memberId,
      name: key.name,
      scopes: [...key.scopes],
      digest: key.digest,
      expires_at: key.days === null ? null : sql<Date>`clock_timestamp() + ${key.days} * interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends a key. @returns whether there was one */
export async function revokeKeyRow(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ revoked_at: NOW, digest: null })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface ActiveKey {
  keyId: string;
  memberId: string;
  workspaceId: string;
  scopes: KeyScope[];
  /** Of the member, in the workspace. */
  role: WorkspaceRole;
  /** Whether its last use was written down long ago. */
  isStale: boolean;
}

/** A key that may be used by its digest, of a member who may sign in. */
export async function findActiveKey(db: Db, digest: Buffer): Promise<ActiveKey | undefined> {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('workspace_members as w', (join) =>
      join.onRef('w.workspace_id', '=', 'k.workspace_id').onRef('w.member_id', '=', 'k.member_id'),
    )
    .innerJoin('members as m', 'm.id', 'k.member_id')
    .select([
      'k.id as keyId',
      'k.member_id as memberId',
      'k.workspace_id as workspaceId',
      'k.scopes',
      'w.role',
      sql<boolean>`coalesce(k.last_used_at < clock_timestamp() - ${USE_INTERVAL}, true)`.as('isStale'),
    ])
    .where('k.digest', '=', digest)
    .where(sql<boolean>`coalesce(k.expires_at > clock_timestamp(), true)`)
    .where('m.deleted_at', 'is', null)
    .where('m.blocked_at', 'is', null)
    .where('m.ownership_asked_at', 'is', null)
    .executeTakeFirst();
}

export async function noteUse(db: Db, id: string): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: NOW }).where('id', '=', id).execute();
}
