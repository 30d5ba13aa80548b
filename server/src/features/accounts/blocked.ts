import type { Tx } from '../../database.ts';
import { AppError } from '../../http/problem.ts';

/** The refusal for a member whom an operator has blocked, once they have shown that it is them. */
export function accountBlocked(): AppError {
  return new AppError(
    403,
    'account_blocked',
    'This account is blocked. Please write to us if you think that this is a mistake.',
  );
}

/**
 * Refuses to sign a blocked member in. Until the end of the transaction nobody blocks them.
 *
 * @throws {AppError} 403 `account_blocked`
 */
export async function refuseBlocked(tx: Tx, memberId: string): Promise<void> {
  const blocked = await tx
    .selectFrom('members')
    .select('blocked_at')
    .where('id', '=', memberId)
    .forShare()
    .executeTakeFirst();
  if (blocked !== undefined && blocked.blocked_at !== null) throw accountBlocked();
}
