import { randomBytes, randomInt } from 'node:crypto';
import { CODE_LENGTH } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { TokenContext } from '../context.ts';
import type { BoundPurpose, SecretPurpose } from '../tables.ts';

/** Purposes of codes, which are typed, and of link secrets. */
export type CodePurpose = Extract<SecretPurpose, 'login' | 'password-reset' | 'verify-code' | 'phone-code'>;
export type LinkPurpose = Exclude<SecretPurpose, CodePurpose>;

/** The error for a code or link secret that is wrong, used or expired. */
export function wrongCode(): AppError {
  return new AppError(400, 'wrong_code', 'Failed to verify OTP');
}

/** Lifetimes of secrets in minutes. */
export const MINUTES: Record<SecretPurpose, number> = {
  login: 10,
  'password-reset': 10,
  'verify-code': 10,
  'phone-code': 10,
  'reset-token': 15,
  'verify-token': 24 * 60,
  'ownership-token': 30,
};

const isInTime = sql<boolean>`expires_at > clock_timestamp()`;

/** Bound to the purpose, the recipient and the request, if there is one. */
export function codeDigest(
  { tokens }: TokenContext,
  purpose: CodePurpose,
  recipient: string,
  code: string,
  request?: string,
): Buffer {
  return request === undefined
    ? tokens.digest('code', purpose, recipient, code)
    : tokens.digest('bound-code', purpose, recipient, request, code);
}

function linkSecretDigest({ tokens }: TokenContext, purpose: LinkPurpose, secret: string): Buffer {
  return tokens.digest('token', purpose, secret);
}

const lifetimeOf = (purpose: SecretPurpose) => ({
  created_at: sql<Date>`clock_timestamp()`,
  expires_at: sql<Date>`clock_timestamp() + ${MINUTES[purpose]} * interval '1 minute'`,
});

/** Stores the digest of a secret and replaces an earlier one of the same purpose and recipient. */
async function storeDigest(
  db: Db | Tx,
  purpose: SecretPurpose,
  recipient: string,
  digest: Buffer,
): Promise<void> {
  const values = { digest, ...lifetimeOf(purpose) };
  await db
    .insertInto('one_time_secrets')
    .values({ purpose, address: recipient, ...values })
    .onConflict((conflict) => conflict.columns(['purpose', 'address']).doUpdateSet(values))
    .execute();
}

const newCode = () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/** Creates a code that any client can redeem; it replaces the previous one. */
export async function issueCode(
  db: Db | Tx,
  context: TokenContext,
  purpose: CodePurpose,
  recipient: string,
): Promise<string> {
  const code = newCode();
  await storeDigest(db, purpose, recipient, codeDigest(context, purpose, recipient, code));
  return code;
}

/** Creates a code that only the client with this request can redeem. */
export async function issueBoundCode(
  db: Db | Tx,
  context: TokenContext,
  { purpose, recipient, request }: { purpose: BoundPurpose; recipient: string; request: string },
): Promise<string> {
  const code = newCode();
  const values = {
    purpose,
    address: recipient,
    request,
    digest: codeDigest(context, purpose, recipient, code, request),
    ...lifetimeOf(purpose),
  };
  await db
    .insertInto('bound_codes')
    .values(values)
    .onConflict((conflict) => conflict.columns(['purpose', 'address', 'request']).doUpdateSet(values))
    .execute();
  return code;
}

/** Creates a link secret of 256 bits; it replaces the previous one. @returns it in base64url */
export async function issueLinkSecret(
  db: Db | Tx,
  context: TokenContext,
  purpose: LinkPurpose,
  recipient: string,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await storeDigest(db, purpose, recipient, linkSecretDigest(context, purpose, secret));
  return secret;
}

/** Consumes a link secret. @returns its recipient; undefined when it is wrong, used or expired */
export async function redeemLinkSecret(
  tx: Tx,
  context: TokenContext,
  purpose: LinkPurpose,
  secret: string,
): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('one_time_secrets')
    .where('purpose', '=', purpose)
    .where('digest', '=', linkSecretDigest(context, purpose, secret))
    .where(isInTime)
    .returning('address')
    .executeTakeFirst();
  return deleted?.address;
}

/** Like `redeemLinkSecret`, without consuming the secret. */
export async function findLinkRecipient(
  db: Db,
  context: TokenContext,
  purpose: LinkPurpose,
  secret: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('one_time_secrets')
    .select('address')
    .where('purpose', '=', purpose)
    .where('digest', '=', linkSecretDigest(context, purpose, secret))
    .where(isInTime)
    .executeTakeFirst();
  return row?.address;
}

/** Consumes a code. @returns false when it is wrong, used or expired */
export async function redeemCode(
  tx: Tx,
  context: TokenContext,
  { purpose, recipient, code }: { purpose: CodePurpose; recipient: string; code: string },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('one_time_secrets')
    .where('purpose', '=', purpose)
    .where('address', '=', recipient)
    .where('digest', '=', codeDigest(context, purpose, recipient, code))
    .where(isInTime)
    .returning('purpose')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Like `redeemCode`, for a code that is bound to the request. */
export async function redeemBoundCode(
  tx: Tx,
  context: TokenContext,
  {
    purpose,
    recipient,
    request,
    code,
  }: { purpose: BoundPurpose; recipient: string; request: string; code: string },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('bound_codes')
    .where('purpose', '=', purpose)
    .where('address', '=', recipient)
    .where('request', '=', request)
    .where('digest', '=', codeDigest(context, purpose, recipient, code, request))
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

/** Deletes expired codes and link secrets. */
export async function deleteExpiredSecrets(db: Db): Promise<void> {
  await db.deleteFrom('one_time_secrets').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('bound_codes').where('expires_at', '<', sql<Date>`now()`).execute();
}
