import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { PaymentTables } from '../tables.ts';

type RefundRow = Selectable<PaymentTables['refunds']>;

/** Money that was returned to the payer, by a refund or a lost dispute. */
export interface Refund {
  /** The gateway's id of the refund or dispute. */
  id: string;
  paymentId: string;
  kind: 'refund' | 'dispute';
  /** In the smallest unit of the currency, above 0. */
  amount: number;
  currency: string;
}

/** Inserts a refund. @returns false, without effect, for one that was recorded before */
export async function insertRefund(tx: Tx, refund: Refund): Promise<boolean> {
  const inserted = await tx
    .insertInto('refunds')
    .values({
      id: refund.id,
      payment_id: refund.paymentId,
      kind: refund.kind,
      amount: refund.amount,
      currency: refund.currency,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Whether a refund is recorded. */
export async function isRefundRecorded(tx: Tx, id: string): Promise<boolean> {
  const recorded = await tx.selectFrom('refunds').select('id').where('id', '=', id).executeTakeFirst();
  return recorded !== undefined;
}

/** The refunds of a payment and its lost disputes, the oldest first. */
export async function findRefunds(
  tx: Tx,
  paymentId: string,
): Promise<Pick<RefundRow, 'id' | 'kind' | 'amount'>[]> {
  return tx
    .selectFrom('refunds')
    .select(['id', 'kind', 'amount'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The recorded refunds of a payment, added up; without disputes, which the payment's `refunded` includes. */
export async function sumRefunds(db: Db, paymentId: string): Promise<number> {
  const { recorded } = await db
    .selectFrom('refunds')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount'), sql<number>`0`).as('recorded'))
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'refund')
    .executeTakeFirstOrThrow();
  return Number(recorded);
}

/** Adds a refund to its payment. @returns the payment */
export async function addToPayment(
  tx: Tx,
  refund: Pick<Refund, 'paymentId' | 'amount'>,
): Promise<Selectable<PaymentTables['payments']>> {
  return tx
    .updateTable('payments')
    .set({ refunded: sql<number>`refunded + ${refund.amount}` })
    .where('id', '=', refund.paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records how many tokens a refund claims, and how many of them were taken. */
export async function setTokens(
  tx: Tx,
  id: string,
  { due, taken }: { due: number; taken: number },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ tokens_due: due, tokens_taken: taken })
    .where('id', '=', id)
    .execute();
}

/**
 * Whether a member has a purchase in dispute, or owes tokens that a refund or dispute could not take back. Until that is
 * settled they get no rewards.
 */
export async function hasOpenDebt(tx: Tx, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ owes: boolean }>`SELECT has_open_debt(${memberId}) AS owes`.execute(tx);
  return rows[0]?.owes ?? false;
}

/** Marks what a member owes as settled. @returns the tokens of each refund or dispute */
export async function settleOwedTokens(tx: Tx, memberId: string): Promise<{ tokens: number }[]> {
  const { rows } = await sql<{ tokens: number }>`
    UPDATE refunds AS r SET settled_at = now()
    FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id
    WHERE p.id = r.payment_id AND o.member_id = ${memberId} AND r.tokens_taken < r.tokens_due AND r.settled_at IS NULL
    RETURNING r.tokens_due - r.tokens_taken AS tokens
  `.execute(tx);
  return rows;
}
