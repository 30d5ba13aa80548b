import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { BoundPurpose, SecretPurpose } from '../tables.ts';

// Codes and link secrets, of which only digests are stored.

/** The digest of a code or link secret. */
export interface SecretDigest {
  purpose: SecretPurpose;
  recipient: string;
  digest: Buffer;
}

/** The digest of a code that only the client with this request can redeem. */
export interface BoundDigest {
  purpose: BoundPurpose;
  recipient: string;
  request: string;
  digest: Buffer;
}

const isInTime = sql<boolean>`expires_at > clock_timestamp()`;

const lifetimeOf = (minutes: number) => ({
  created_at: sql<Date>`clock_timestamp()`,
  expires_at: sql<Date>`clock_timestamp() + ${minutes} * interval '1 minute'`,
});

/** Stores the digest of a secret and replaces an earlier one of the same purpose and recipient. */
export async function storeSecret(
  db: Db | Tx,
  { purpose, recipient, digest, minutes }: SecretDigest & { minutes: number },
): Promise<void> {
  const values = { digest, ...lifetimeOf(minutes) };
  await db
    .insertInto('one_time_secrets')
    .values({ purpose, address: recipient, ...values })
    .onConflict((conflict) => conflict.columns(['purpose', 'address']).doUpdateSet(values))
    .execute();
}

/** Stores the digest of a bound code and replaces an earlier one of the same purpose, recipient and request. */
export async function storeBoundCode(
  db: Db | Tx,
  { purpose, recipient, request, digest, minutes }: BoundDigest & { minutes: number },
): Promise<void> {
  const values = { purpose, address: recipient, request, digest, ...lifetimeOf(minutes) };
  await db
    .insertInto('bound_codes')
    .values(values)
    .onConflict((conflict) => conflict.columns(['purpose', 'address', 'request']).doUpdateSet(values))
    .execute();
}

/** Deletes a link secret. @returns its recipient; undefined when there is no such secret or it has expired */
export async function deleteLinkSecret(
  tx: Tx,
  purpose: SecretPurpose,
  digest: Buffer,
): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('one_time_secrets')
    .where('purpose', '=', purpose)
    .where('digest', '=', digest)
    .where(isInTime)
    .returning('address')
    .executeTakeFirst();
  return deleted?.address;
}

/** The recipient of a link secret that has not expired. */
export async function findRecipient(
  db: Db,
  purpose: SecretPurpose,
  digest: Buffer,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('one_time_secrets')
    .select('address')
    .where('purpose', '=', purpose)
    .where('digest', '=', digest)
    .where(isInTime)
    .executeTakeFirst();
  return row?.address;
}

/** Deletes a code. @returns false when there is no such code or it has expired */
export async function deleteCode(tx: Tx, { purpose, recipient, digest }: SecretDigest): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('one_time_secrets')
    .where('purpose', '=', purpose)
    .where('address', '=', recipient)
    .where('digest', '=', digest)
    .where(isInTime)
    .returning('purpose')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Like `deleteCode`, for a bound code. */
export async function deleteBoundCode(
  tx: Tx,
  { purpose, recipient, request, digest }: BoundDigest,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('bound_codes')
    .where('purpose', '=', purpose)
    .where('address', '=', recipient)
    .where('request', '=', request)
    .where('digest', '=', digest)
    .where(isInTime)
    .returning('purpose')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes all codes and link secrets that were sent to a recipient. */
export async function deleteSecretsOf(tx: Tx, recipient: string): Promise<void> {
  await tx.deleteFrom('one_time_secrets').where('address', '=', recipient).execute();
  await tx.deleteFrom('bound_codes').where('address', '=', recipient).execute();
}

/** Deletes all codes or link secrets of a purpose. */
export async function deleteSecretsFor(tx: Tx, purpose: SecretPurpose): Promise<void> {
  await tx.deleteFrom('one_time_secrets').where('purpose', '=', purpose).execute();
}

/** Deletes expired codes and link secrets. */
export async function deleteExpiredSecrets(db: Db): Promise<void> {
  await db.deleteFrom('one_time_secrets').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('bound_codes').where('expires_at', '<', sql<Date>`now()`).execute();
}
