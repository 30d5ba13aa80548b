import { randomBytes, randomInt } from 'node:crypto';
import { CODE_LENGTH } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database.ts';
import type { Accounts } from './accounts.ts';
import type { SecretPurpose } from './tables.ts';

/** Purposes of codes, which are typed, and of tokens, which are in links. */
export type CodePurpose = Extract<SecretPurpose, 'login' | 'password-reset' | 'verify-code'>;
export type TokenPurpose = Exclude<SecretPurpose, CodePurpose>;

/** For how long a secret can be used, in minutes. */
export const MINUTES: Record<SecretPurpose, number> = {
  login: 10,
  'password-reset': 10,
  'verify-code': 10,
  'reset-token': 15,
  'verify-token': 24 * 60,
};

type Keys = Pick<Accounts, 'tokens'>;

const isInTime = sql<boolean>`expires_at > clock_timestamp()`;

/** Bound to what it is for and to whom it was sent: it opens nothing else. */
export function codeDigest({ tokens }: Keys, purpose: CodePurpose, address: string, code: string): Buffer {
  return tokens.digest('code', purpose, address, code);
}

function tokenDigest({ tokens }: Keys, purpose: TokenPurpose, token: string): Buffer {
  return tokens.digest('token', purpose, token);
}

/** Keeps a secret's digest; one of the same purpose and address, if any, is worth nothing from now on. */
async function keep(db: Db | Tx, purpose: SecretPurpose, address: string, digest: Buffer): Promise<void> {
  const values = {
    digest,
    created_at: sql<Date>`clock_timestamp()`,
    expires_at: sql<Date>`clock_timestamp() + ${MINUTES[purpose]} * interval '1 minute'`,
  };
  await db
    .insertInto('one_time_secrets')
    .values({ purpose, address, ...values })
    .onConflict((conflict) => conflict.columns(['purpose', 'address']).doUpdateSet(values))
    .execute();
}

/** A new code for an address. */
export async function issueCode(
  db: Db | Tx,
  keys: Keys,
  purpose: CodePurpose,
  address: string,
): Promise<string> {
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  await keep(db, purpose, address, codeDigest(keys, purpose, address, code));
  return code;
}

/** A new token for an address, of 256 bits. */
export async function issueToken(
  db: Db | Tx,
  keys: Keys,
  purpose: TokenPurpose,
  address: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await keep(db, purpose, address, tokenDigest(keys, purpose, token));
  return token;
}

/** Uses a token up. @returns the address that it was sent to; undefined for one that is wrong, used or too old */
export async function redeemToken(
  tx: Tx,
  keys: Keys,
  purpose: TokenPurpose,
  token: string,
): Promise<string | undefined> {
  const taken = await tx
    .deleteFrom('one_time_secrets')
    .where('purpose', '=', purpose)
    .where('digest', '=', tokenDigest(keys, purpose, token))
    .where(isInTime)
    .returning('address')
    .executeTakeFirst();
  return taken?.address;
}

/** Whether `redeemToken` would take the token now. */
export async function isTokenAlive(
  db: Db,
  keys: Keys,
  purpose: TokenPurpose,
  token: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('one_time_secrets')
    .select('address')
    .where('purpose', '=', purpose)
    .where('digest', '=', tokenDigest(keys, purpose, token))
    .where(isInTime)
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses a code up. @returns false for one that is wrong, used or too old */
export async function redeemCode(
  tx: Tx,
  keys: Keys,
  given: { purpose: CodePurpose; address: string; code: string },
): Promise<boolean> {
  const { purpose, address, code } = given;
  const taken = await tx
    .deleteFrom('one_time_secrets')
    .where('purpose', '=', purpose)
    .where('address', '=', address)
    .where('digest', '=', codeDigest(keys, purpose, address, code))
    .where(isInTime)
    .returning('purpose')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Makes everything worthless that was sent to an address. */
export async function forgetSecretsOf(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('one_time_secrets').where('address', '=', address).execute();
}

/** Deletes what is too old to be used. */
export async function forgetDeadSecrets(db: Db): Promise<void> {
  await db.deleteFrom('one_time_secrets').where('expires_at', '<', sql<Date>`now()`).execute();
}
