import { randomBytes, randomInt } from 'node:crypto';
import { CODE_LENGTH, OWNER_LINK_HOURS } from '@oriel/contract';
import type { Db, Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { TokenContext } from '../context.ts';
import type { BoundPurpose, SecretPurpose } from '../tables.ts';
import {
  deleteBoundCode,
  deleteCode,
  deleteLinkSecret,
  findRecipient,
  storeBoundCode,
  storeSecret,
} from './store.ts';

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
  'owner-token': OWNER_LINK_HOURS * 60,
};

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

const newCode = () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/** Creates a code that any client can redeem; it replaces the previous one. */
export async function issueCode(
  db: Db | Tx,
  context: TokenContext,
  purpose: CodePurpose,
  recipient: string,
): Promise<string> {
  const code = newCode();
  const digest = codeDigest(context, purpose, recipient, code);
  await storeSecret(db, { purpose, recipient, digest, minutes: MINUTES[purpose] });
  return code;
}

/** Creates a code that only the client with this request can redeem. */
export async function issueBoundCode(
  db: Db | Tx,
  context: TokenContext,
  { purpose, recipient, request }: { purpose: BoundPurpose; recipient: string; request: string },
): Promise<string> {
  const code = newCode();
  const digest = codeDigest(context, purpose, recipient, code, request);
  await storeBoundCode(db, { purpose, recipient, request, digest, minutes: MINUTES[purpose] });
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
  const digest = linkSecretDigest(context, purpose, secret);
  await storeSecret(db, { purpose, recipient, digest, minutes: MINUTES[purpose] });
  return secret;
}

/** Consumes a link secret. @returns its recipient; undefined when it is wrong, used or expired */
export async function redeemLinkSecret(
  tx: Tx,
  context: TokenContext,
  purpose: LinkPurpose,
  secret: string,
): Promise<string | undefined> {
  return deleteLinkSecret(tx, purpose, linkSecretDigest(context, purpose, secret));
}

/** Like `redeemLinkSecret`, without consuming the secret. */
export async function findLinkRecipient(
  db: Db,
  context: TokenContext,
  purpose: LinkPurpose,
  secret: string,
): Promise<string | undefined> {
  return findRecipient(db, purpose, linkSecretDigest(context, purpose, secret));
}

/** Consumes a code. @returns false when it is wrong, used or expired */
export async function redeemCode(
  tx: Tx,
  context: TokenContext,
  { purpose, recipient, code }: { purpose: CodePurpose; recipient: string; code: string },
): Promise<boolean> {
  return deleteCode(tx, { purpose, recipient, digest: codeDigest(context, purpose, recipient, code) });
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
  const digest = codeDigest(context, purpose, recipient, code, request);
  return deleteBoundCode(tx, { purpose, recipient, request, digest });
}
