import { randomInt } from 'node:crypto';
import { RECOVERY_CODE_COUNT, type recoverySignIn, type Session } from '@oriel/contract';
import type { z } from 'zod';
import { inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { withAttemptLimit } from '../../../rate-limit/attempts.ts';
import type { Accounts, TokenContext } from '../context.ts';
import { lockMember } from '../members/store.ts';
import { recordFailedSignIn, signInLimits } from '../passwords/sign-in.ts';
import type { SessionOwner } from '../security/proofs.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { requireRecentProof } from '../security/step-up.ts';
import type { ClientInfo } from '../service.ts';
import type { Device } from '../sessions/device.ts';
import { beginSession } from '../sessions/sessions.ts';
import { consumeRecoveryCode, recoveryCodeState, replaceRecoveryCodes } from './store.ts';

/** Crockford's base 32: no I, L, O and U, which are easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** 60 random bits, such as `7K3M-Q9TX-2BHF`. */
function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The canonical form of a code: upper case, without separators, with lookalike letters as digits. */
export function normaliseRecoveryCode(code: string): string {
  return code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

const digestOf = ({ tokens }: TokenContext, code: string): Buffer =>
  tokens.digest('recovery-code', normaliseRecoveryCode(code));

/**
 * Creates a set of codes that replaces the previous one.
 *
 * @returns the codes, which are stored as digests only
 * @throws {AppError} 403 `reauthentication_required`
 */
export async function createRecoveryCodes(
  accounts: Accounts,
  owner: SessionOwner,
  device: Device,
): Promise<{ codes: string[]; createdAt: Date }> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newCode);
  const createdAt = new Date();
  await inTransaction(accounts.db, async (tx) => {
    // Locked, so that parallel requests do not leave two sets.
    await lockMember(tx, owner.memberId);
    await requireRecentProof(tx, owner);
    const digests = codes.map((code) => digestOf(accounts, code));
    await replaceRecoveryCodes(tx, owner.memberId, digests, createdAt);
    await recordSecurityEvent(tx, accounts, { ...owner, kind: 'recovery-codes-created', device });
  });
  return { codes, createdAt };
}

/**
 * Signs in with an email and a recovery code, which is consumed. Wrong codes share the limits of wrong passwords; unknown
 * emails get the same response after the same work.
 *
 * @throws {AppError} 401 `wrong_credentials`, 403 `account_blocked`, 429 `too_many_requests`
 */
export async function signInWithRecoveryCode(
  accounts: Accounts,
  { email, code }: z.output<typeof recoverySignIn.body>,
  client: ClientInfo,
): Promise<Session> {
  const { db } = accounts;
  const limits = await signInLimits(accounts, email, client);
  return withAttemptLimit(db, limits, async (usages) => {
    const session = await inTransaction(db, async (tx) => {
      const owner = await consumeRecoveryCode(tx, email, digestOf(accounts, code));
      const member = owner === undefined ? undefined : await lockMember(tx, owner);
      if (member === undefined) return undefined;
      const session = await beginSession(accounts, tx, member, client.device, { method: 'recovery-code' });
      const { remaining } = await recoveryCodeState(tx, member.id);
      await recordSecurityEvent(tx, accounts, {
        memberId: member.id,
        kind: 'recovery-code-used',
        detail: `${remaining} of ${RECOVERY_CODE_COUNT} codes are left.`,
        device: client.device,
      });
      return session;
    });
    if (session !== undefined) return session;
    await recordFailedSignIn(accounts, email, client.device, limits, usages);
    throw new AppError(401, 'wrong_credentials', 'Invalid email or recovery code');
  });
}
