import { createHash, randomBytes } from 'node:crypto';
import { type ApiKey, isPermitted, type KeyScope, MAX_KEYS } from '@oriel/contract';
import { notPermitted } from '../../../access.ts';
import { KEY_PREFIX, type KeyCaller } from '../../../caller.ts';
import { type Db, inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { requireRecentProof } from '../../accounts/service.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Changer } from '../people.ts';
import { lockOwnRole } from '../team/team.ts';
import * as store from './store.ts';

const SECRET_BYTES = 32;

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function presentKey({ createdAt, expiresAt, lastUsedAt, ...row }: store.KeyRow): ApiKey {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** The keys of a workspace, the newest first. */
export async function listKeys(db: Db, workspaceId: string): Promise<ApiKey[]> {
  return (await store.findKeys(db, workspaceId)).map(presentKey);
}

/**
 * Makes a key that acts for the member who asks for it.
 *
 * @returns the key with its secret, which is stored nowhere
 * @throws {AppError} 403 `not_permitted` where the member themselves lack a scope, `reauthentication_required`, 409 `too_many_keys`
 */
export async function createKey(
  db: Db,
  changer: Changer,
  key: { workspaceId: string; name: string; scopes: readonly KeyScope[]; days: number | null },
): Promise<ApiKey & { secret: string }> {
  const { workspaceId, name, days } = key;
  const scopes = [...new Set(key.scopes)];
  const secret = KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return inTransaction(db, async (tx) => {
    await requireRecentProof(tx, changer);
    const role = await lockOwnRole(tx, workspaceId, changer.memberId, 'key.manage');
    if (!scopes.every((scope) => isPermitted(scope, { workspace: role }))) throw notPermitted();
    if ((await store.countKeys(tx, workspaceId)) >= MAX_KEYS)
      throw new AppError(409, 'too_many_keys', `A workspace has at most ${MAX_KEYS} keys. Revoke one first.`);
    const { memberId } = changer;
    const id = await store.insertKey(tx, {
      workspaceId,
      memberId,
      name,
      scopes,
      days,
      digest: digestOf(secret),
    });
    await recordAudit(tx, {
      workspaceId,
      actor: changer.actor,
      action: 'key.created',
      subject: { kind: 'key', id },
      after: { scopes, days },
    });
    return { ...presentKey(await store.getKey(tx, id)), secret };
  });
}

/**
 * Ends a key at once, in all processes.
 *
 * @throws {AppError} 403 `not_permitted`, 404 `key_not_found`
 */
export async function revokeKey(
  db: Db,
  changer: Changer,
  { workspaceId, keyId }: { workspaceId: string; keyId: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOwnRole(tx, workspaceId, changer.memberId, 'key.manage');
    if (!(await store.revokeKeyRow(tx, workspaceId, keyId)))
      throw new AppError(404, 'key_not_found', 'There is no such key in this workspace.');
    await recordAudit(tx, {
      workspaceId,
      actor: changer.actor,
      action: 'key.revoked',
      subject: { kind: 'key', id: keyId },
    });
  });
}

/** Whether a bearer token is a key's secret, and no access token of a session. */
export const isKey = (token: string): boolean => token.startsWith(KEY_PREFIX);

/**
 * The caller that a key's secret stands for. A key holds only while its member has all of its scopes themselves.
 *
 * @returns undefined for one that is unknown, revoked or expired, or whose member has left, was blocked or lost a permission
 */
export async function resolveKey(db: Db, secret: string): Promise<KeyCaller | undefined> {
  const found = await store.findActiveKey(db, digestOf(secret));
  if (found === undefined) return undefined;
  const { role, isStale, ...key } = found;
  if (!key.scopes.every((scope) => isPermitted(scope, { workspace: role }))) return undefined;
  if (isStale) await store.noteUse(db, key.keyId);
  return { kind: 'key', ...key };
}
