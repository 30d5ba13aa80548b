import type { Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { findClosure, type MemberRow } from './store.ts';

/** The error for a member who is blocked by an operator. Only for callers who have authenticated. */
export function accountBlocked(): AppError {
  return new AppError(
    403,
    'account_blocked',
    'This account is blocked. Please write to us if you think that this is a mistake.',
  );
}

/** The error while the owner of the email has not said whether the account is theirs. */
function ownershipUnanswered(): AppError {
  return new AppError(
    403,
    'ownership_unanswered',
    'The email address of this account was just confirmed in another browser. Please sign in with a code that we mail to you.',
  );
}

/** @throws {AppError} 403 `account_blocked`, `ownership_unanswered` */
export function rejectClosedAccount(member: Pick<MemberRow, 'blocked_at' | 'ownership_asked_at'>): void {
  if (member.blocked_at !== null) throw accountBlocked();
  if (member.ownership_asked_at !== null) throw ownershipUnanswered();
}

/**
 * Like `rejectClosedAccount`, from the database. Keeps the account from being closed until the end of the transaction.
 *
 * @throws {AppError} 403 `account_blocked`, `ownership_unanswered`
 */
export async function rejectIfClosedNow(tx: Tx, memberId: string): Promise<void> {
  const member = await findClosure(tx, memberId);
  if (member !== undefined) rejectClosedAccount(member);
}
