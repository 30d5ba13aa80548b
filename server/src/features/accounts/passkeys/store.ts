import { randomBytes } from 'node:crypto';
import type { Passkey } from '@oriel/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { AccountTables } from '../tables.ts';

export type PasskeyRow = Selectable<AccountTables['passkeys']>;

/** A passkey as the contract returns it to its owner. */
export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    isSynced: row.backed_up,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** A member's passkeys, the oldest first. */
export async function findPasskeys(db: Db | Tx, memberId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The passkey of any member with this credential id. */
export async function findByCredential(db: Db | Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** @returns the new row; undefined when the credential is already registered */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<Insertable<AccountTables['passkeys']>, 'id'>,
): Promise<PasskeyRow | undefined> {
  return tx
    .insertInto('passkeys')
    .values({ ...passkey, id: `pk_${randomBytes(16).toString('base64url')}` })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** @returns undefined when the member has no such passkey */
export async function renamePasskey(
  db: Db,
  memberId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returningAll()
    .executeTakeFirst();
}

/** @returns the deleted row; undefined when the member has no such passkey */
export async function deletePasskey(tx: Tx, memberId: string, id: string): Promise<PasskeyRow | undefined> {
  return tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Stores the use of a passkey.
 *
 * @returns false, without effect, when a counter in use has not increased: the passkey may have been copied
 */
export async function recordUse(
  tx: Tx,
  id: string,
  { counter, backedUp }: { counter: number; backedUp: boolean },
): Promise<boolean> {
  const updated = await tx
    .updateTable('passkeys')
    .set({ counter, backed_up: backedUp, last_used_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where(sql<boolean>`counter < ${counter} OR (counter = 0 AND ${counter} = 0)`)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/**
 * The member's random user handle for authenticators, created with the first passkey. The caller holds the member's lock.
 *
 * @returns 32 bytes in base64url
 */
export async function ensureUserId(tx: Tx, memberId: string): Promise<string> {
  const fresh = randomBytes(32).toString('base64url');
  const { passkey_user_id: id } = await tx
    .updateTable('members')
    .set({ passkey_user_id: sql<string>`coalesce(passkey_user_id, ${fresh})` })
    .where('id', '=', memberId)
    .returning('passkey_user_id')
    .executeTakeFirstOrThrow();
  return id ?? fresh;
}

/** The number of unused codes of a member, and when the set was created; null without a set. */
export async function recoveryCodeState(
  db: Db | Tx,
  memberId: string,
): Promise<{ remaining: number; createdAt: Date | null }> {
  return db
    .selectFrom('recovery_codes')
    .select([
      sql<number>`count(*) FILTER (WHERE used_at IS NULL)`.as('remaining'),
      sql<Date | null>`max(created_at)`.as('createdAt'),
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
}

/** Replaces the recovery codes of a member. The caller holds the member's lock. */
export async function replaceRecoveryCodes(
  tx: Tx,
  memberId: string,
  digests: readonly Buffer[],
  createdAt: Date,
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(digests.map((digest) => ({ member_id: memberId, digest, created_at: createdAt })))
    .execute();
}

/** Marks a recovery code of the member with this email as used. @returns their id; undefined when there is no such unused code */
export async function consumeRecoveryCode(
  tx: Tx,
  email: string,
  digest: Buffer,
): Promise<string | undefined> {
  const used = await tx
    .updateTable('recovery_codes as code')
    .from('members as member')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .whereRef('member.id', '=', 'code.member_id')
    .where('member.email', '=', email)
    .where('code.digest', '=', digest)
    .where('code.used_at', 'is', null)
    .returning('code.member_id')
    .executeTakeFirst();
  return used?.member_id;
}

/** Deletes all passkeys and recovery codes of a member. */
export async function deletePasskeysOf(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('member_id', '=', memberId).execute();
  await tx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute();
  await tx.updateTable('members').set({ passkey_user_id: null }).where('id', '=', memberId).execute();
}
