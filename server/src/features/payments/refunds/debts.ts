import { sql } from 'kysely';
import type { Tx } from '../../../database/database.ts';
import { lockWallet } from '../../wallet/service.ts';
import type { Payments } from '../context.ts';

/**
 * Whether a member has a purchase in dispute, or owes tokens that a refund or dispute could not take back. Until that is
 * settled they get no rewards.
 */
export async function hasOpenDebt(tx: Tx, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ owes: boolean }>`SELECT has_open_debt(${memberId}) AS owes`.execute(tx);
  return rows[0]?.owes ?? false;
}

/** Notifies other features when a member has no debt any more. */
export async function announceClearedDebt(
  { onDebtCleared }: Pick<Payments, 'onDebtCleared'>,
  tx: Tx,
  memberId: string,
): Promise<void> {
  if (onDebtCleared === undefined) return;
  // Serialises with rewards that are being granted at the same time.
  await lockWallet(tx, memberId);
  if (!(await hasOpenDebt(tx, memberId))) await onDebtCleared(tx, memberId);
}

/**
 * Settles the tokens that refunds and disputes could not take back: the member does not owe them any more.
 *
 * @returns the number of refunds and disputes, their tokens, and whether a purchase is still in dispute
 */
export async function settleDebts(
  context: Pick<Payments, 'onDebtCleared'>,
  tx: Tx,
  memberId: string,
): Promise<{ settled: number; tokens: number; isInDispute: boolean }> {
  const { rows } = await sql<{ tokens: number }>`
    UPDATE refunds AS r SET settled_at = now()
    FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id
    WHERE p.id = r.payment_id AND o.member_id = ${memberId} AND r.tokens_taken < r.tokens_due AND r.settled_at IS NULL
    RETURNING r.tokens_due - r.tokens_taken AS tokens
  `.execute(tx);
  if (rows.length > 0) await announceClearedDebt(context, tx, memberId);
  return {
    settled: rows.length,
    tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
    isInDispute: await hasOpenDebt(tx, memberId),
  };
}
