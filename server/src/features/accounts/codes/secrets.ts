import { randomBytes, randomInt } from 'node:crypto';
import { CODE_LENGTH } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { Accounts } from '../context.ts';
import type { BoundPurpose, SecretPurpose } from '../tables.ts';

/** Purposes of codes, which are typed, and of tokens, which are in links. */
export type CodePurpose = Extract<SecretPurpose, 'login' | 'password-reset' | 'verify-code' | 'phone-code'>;
export type TokenPurpose = Exclude<SecretPurpose, CodePurpose>;

/** The refusal of a code, or of a link's token, that is wrong, used or too old. */
export function wrongCode(): AppError {
  return new AppError(400, 'wrong_code', 'Failed to verify OTP');
}

/** For how long a secret can be used, in minutes. */
export const MINUTES: Record<SecretPurpose, number> = {
  login: 10,
  'password-reset': 10,
  'verify-code': 10,
  'phone-code': 10,
  'reset-token': 15,
  'verify-token': 24 * 60,
  'ownership-token': 30,
};

type Keys = Pick<Accounts, 'tokens'>;

const isInTime = sql<boolean>`expires_at > clock_timestamp()`;

/** Bound to what it is for, to whom it was sent and to what asked for it: it opens nothing else. */
export function codeDigest(
  { tokens }: Keys,
  purpose: CodePurpose,
  address: string,
  code: string,
  request?: string,
): Buffer {
  return request === undefined
    ? tokens.digest('code', purpose, address, code)
    : tokens.digest('bound-code', purpose, address, request, code);
}

function tokenDigest({ tokens }: Keys, purpose: TokenPurpose, token: string): Buffer {
  return tokens.digest('token', purpose, token);
}

/** When a secret is made and until when it can be used. */
const lifetimeOf = (purpose: SecretPurpose) => ({
  created_at: sql<Date>`clock_timestamp()`,
  expires_at: sql<Date>`clock_timestamp() + ${MINUTES[purpose]} * interval '1 minute'`,
});

/** Keeps a secret's digest; one of the same purpose and address, if any, is worth nothing from now on. */
async function keep(db: Db | Tx, purpose: SecretPurpose, address: string, digest: Buffer): Promise<void> {
  const values = { digest, ...lifetimeOf(purpose) };
  await db
    .insertInto('one_time_secrets')
    .values({ purpose, address, ...values })
    .onConflict((conflict) => conflict.columns(['purpose', 'address']).doUpdateSet(values))
    .execute();
}

const newCode = () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/** A new code for an address, which any client can redeem; the code before is worth nothing from now on. */
export async function issueCode(
  db: Db | Tx,
  keys: Keys,
  purpose: CodePurpose,
  address: string,
): Promise<string> {
  const code = newCode();
  await keep(db, purpose, address, codeDigest(keys, purpose, address, code));
  return code;
}

/** A new code for an address, which only the client with this request can redeem. */
export async function issueBoundCode(
  db: Db | Tx,
  keys: Keys,
  given: { purpose: BoundPurpose; address: string; request: string },
): Promise<string> {
  const { purpose, address, request } = given;
  const code = newCode();
  const values = {
    ...given,
    digest: codeDigest(keys, purpose, address, code, request),
    ...lifetimeOf(purpose),
  };
  await db
    .insertInto('bound_codes')
    .values(values)
    .onConflict((conflict) => conflict.columns(['purpose', 'address', 'request']).doUpdateSet(values))
    .execute();
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

/** What `redeemToken` would return for the token now. */
export async function addressOfToken(
  db: Db,
  keys: Keys,
  purpose: TokenPurpose,
  token: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('one_time_secrets')
    .select('address')
    .where('purpose', '=', purpose)
    .where('digest', '=', tokenDigest(keys, purpose, token))
    .where(isInTime)
    .executeTakeFirst();
  return found?.address;
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

/** As `redeemCode`, for a code that is bound to the request. */
export async function redeemBoundCode(
  tx: Tx,
  keys: Keys,
  given: { purpose: BoundPurpose; address: string; request: string; code: string },
): Promise<boolean> {
  const { purpose, address, request, code } = given;
  const taken = await tx
    .deleteFrom('bound_codes')
    .where('purpose', '=', purpose)
    .where('address', '=', address)
    .where('request', '=', request)
    .where('digest', '=', codeDigest(keys, purpose, address, code, request))
    .where(isInTime)
    .returning('purpose')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Makes everything worthless that was sent to an address. */
export async function forgetSecretsOf(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('one_time_secrets').where('address', '=', address).execute();
  await tx.deleteFrom('bound_codes').where('address', '=', address).execute();
}

/** Deletes what is too old to be used. */
export async function deleteExpiredSecrets(db: Db): Promise<void> {
  await db.deleteFrom('one_time_secrets').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('bound_codes').where('expires_at', '<', sql<Date>`now()`).execute();
}
