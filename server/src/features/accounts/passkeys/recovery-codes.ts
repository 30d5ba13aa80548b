import { randomInt } from 'node:crypto';
import { RECOVERY_CODE_COUNT, type recoverySignIn, type Session } from '@oriel/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { withAttemptLimit } from '../../../rate-limit/attempts.ts';
import type { Accounts, TokenContext } from '../context.ts';
import { lockMember } from '../members/members.ts';
import { recordFailedSignIn, signInLimits } from '../passwords/sign-in.ts';
import type { SessionOwner } from '../security/proofs.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { requireRecentProof } from '../security/step-up.ts';
import type { ClientInfo } from '../service.ts';
import type { Device } from '../sessions/device.ts';
import { beginSession } from '../sessions/sessions.ts';

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
    await tx.deleteFrom('recovery_codes').where('member_id', '=', owner.memberId).execute();
    await tx
      .insertInto('recovery_codes')
      .values(
        codes.map((code) => ({
          member_id: owner.memberId,
          digest: digestOf(accounts, code),
          created_at: createdAt,
        })),
      )
      .execute();
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
      const used = await tx
        .updateTable('recovery_codes as code')
        .from('members as member')
        .set({ used_at: sql<Date>`clock_timestamp()` })
        .whereRef('member.id', '=', 'code.member_id')
        .where('member.email', '=', email)
        .where('code.digest', '=', digestOf(accounts, code))
        .where('code.used_at', 'is', null)
        .returning('code.member_id')
        .executeTakeFirst();
      const member = used && (await lockMember(tx, used.member_id));
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
