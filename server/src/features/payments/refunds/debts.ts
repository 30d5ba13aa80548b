import { sql } from 'kysely';
import type { Tx } from '../../../database/database.ts';
import type { Payments } from '../context.ts';

/**
 * Whether a member has a purchase in dispute, or owes tokens that a refund or dispute could not take back. Until it is over
 * they get no rewards.
 */
export async function hasOpenDebt(tx: Tx, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ owes: boolean }>`SELECT has_open_debt(${memberId}) AS owes`.execute(tx);
  return rows[0]?.owes ?? false;
}

/** Tells the rest of the application that a member may have no debt any more, where that is so. */
export async function announceClearedDebt(
  { onDebtCleared }: Pick<Payments, 'onDebtCleared'>,
  tx: Tx,
  memberId: string,
): Promise<void> {
  if (onDebtCleared === undefined) return;
  // Rewards that are being decided at this moment wait for this lock, or we wait for theirs.
  await sql`SELECT lock_wallet(${memberId})`.execute(tx);
  if (!(await hasOpenDebt(tx, memberId))) await onDebtCleared(tx, memberId);
}

/**
 * Settles what refunds and disputes could not take back of a member's tokens: they owe them no more.
 *
 * @returns for how many refunds and disputes, the tokens of all of them, and whether a purchase is still in dispute
 */
export async function settleDebts(
  parts: Pick<Payments, 'onDebtCleared'>,
  tx: Tx,
  memberId: string,
): Promise<{ settled: number; tokens: number; isInDispute: boolean }> {
  const { rows } = await sql<{ tokens: number }>`
    UPDATE refunds AS r SET settled_at = now()
    FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id
    WHERE p.id = r.payment_id AND o.member_id = ${memberId} AND r.tokens_taken < r.tokens_due AND r.settled_at IS NULL
    RETURNING r.tokens_due - r.tokens_taken AS tokens
  `.execute(tx);
  if (rows.length > 0) await announceClearedDebt(parts, tx, memberId);
  return {
    settled: rows.length,
    tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
    isInDispute: await hasOpenDebt(tx, memberId),
  };
}
