import type { PasskeyAssertion } from '@oriel/contract';
import { inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { type RateLimit, withAttemptLimit } from '../../../rate-limit/attempts.ts';
import { redeemRequestedCode } from '../codes/codes.ts';
import type { Accounts } from '../context.ts';
import { getLockedMember, getMember, type MemberRow } from '../members/store.ts';
import { acceptAssertion } from '../passkeys/sign-in.ts';
import { verifyAssertion, wrongPasskey } from '../passkeys/verification.ts';
import type { Device } from '../sessions/device.ts';

/** A proof of identity of a signed-in member. */
export type Proof = { password: string } | { code: string } | { passkey: PasskeyAssertion };

/** The member and session of a request. */
export interface SessionOwner {
  memberId: string;
  sessionId: string;
}

/** Limits the wrong proofs of a signed-in member. */
function memberProofLimit(memberId: string): RateLimit {
  return { key: `member-proof:${memberId}`, max: 10, windowSeconds: 60 * 60 };
}

/** The error for signed-in members. Not a 401, which would mean that their session has ended. */
export function wrongPassword(): AppError {
  return new AppError(403, 'wrong_credentials', 'Your password is not correct.');
}

/**
 * Checks the password of a signed-in member.
 *
 * @returns the member at the time of the check
 * @throws {AppError} 403 `wrong_credentials`, 429 `too_many_requests`, 503 `busy`
 */
export async function provePassword(
  accounts: Accounts,
  memberId: string,
  password: string | undefined,
): Promise<MemberRow> {
  const { db, passwords } = accounts;
  return withAttemptLimit(db, [memberProofLimit(memberId)], async () => {
    const member = await getMember(db, memberId);
    if (!(await passwords.verify(member.password_hash, password ?? ''))) throw wrongPassword();
    return member;
  });
}

/**
 * Verifies a proof and runs the work that it allows in one transaction, with the member locked.
 *
 * @throws {AppError} 403 `wrong_credentials`, `wrong_code`, `wrong_passkey` or `unknown_passkey`, 429 `too_many_requests`,
 *   503 `busy`
 */
export async function withProof<T>(
  accounts: Accounts,
  owner: SessionOwner,
  proof: Proof,
  device: Device,
  work: (tx: Tx, member: MemberRow) => Promise<T>,
): Promise<T> {
  const { memberId } = owner;
  if ('code' in proof) return withCode(accounts, memberId, proof.code, device, work);
  if ('passkey' in proof) return withPasskey(accounts, owner, proof.passkey, device, work);
  const proven = await provePassword(accounts, memberId, proof.password);
  return inTransaction(accounts.db, async (tx) => {
    const member = await getLockedMember(tx, memberId);
    if (member.password_hash !== proven.password_hash) throw wrongPassword();
    return work(tx, member);
  });
}

async function withCode<T>(
  accounts: Accounts,
  memberId: string,
  code: string,
  device: Device,
  work: (tx: Tx, member: MemberRow) => Promise<T>,
): Promise<T> {
  return withAttemptLimit(accounts.db, [memberProofLimit(memberId)], async () => {
    const done = await inTransaction(accounts.db, async (tx) => {
      const member = await getLockedMember(tx, memberId);
      const target = { purpose: 'login', recipient: member.email ?? '' } as const;
      const request = device.codeRequest(target);
      if (!(await redeemRequestedCode(tx, accounts, { ...target, code, request }))) return undefined;
      return { result: await work(tx, member) };
    });
    // Thrown outside the transaction: a rollback would lose the count of the attempt.
    if (done === undefined) throw new AppError(403, 'wrong_code', 'Failed to verify OTP');
    return done.result;
  });
}

async function withPasskey<T>(
  accounts: Accounts,
  { memberId, sessionId }: SessionOwner,
  assertion: PasskeyAssertion,
  device: Device,
  work: (tx: Tx, member: MemberRow) => Promise<T>,
): Promise<T> {
  const ceremony = { purpose: 'reauth', binding: sessionId } as const;
  const verified = await verifyAssertion(accounts, ceremony, assertion, 403);
  if (verified.passkey.member_id !== memberId) throw wrongPasskey(403);
  const done = await inTransaction(accounts.db, async (tx) => {
    const member = await getLockedMember(tx, memberId);
    if (!(await acceptAssertion(tx, accounts, verified, device))) return undefined;
    return { result: await work(tx, member) };
  });
  if (done === undefined) throw wrongPasskey(403);
  return done.result;
}
