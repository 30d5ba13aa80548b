import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { PaymentTables, RefundAttemptStatus } from '../tables.ts';

// Payments that have to be returned, and the attempts to return them. Every change of attempts locks their payment first, which
// prevents deadlocks.

type PaymentRow = Selectable<PaymentTables['payments']>;
export type RefundAttempt = Selectable<PaymentTables['refund_attempts']>;

export interface DueReturn {
  id: string;
  /** The amount to return, in the smallest unit. */
  left: number;
}

/** Claims payments that have to be returned: surplus ones, and mismatches whose decision is overdue. */
export async function claimDueReturns(db: Db, limit: number, claimSeconds: number): Promise<DueReturn[]> {
  const { rows } = await sql<DueReturn>`
    UPDATE payments SET give_back_at = now() + ${claimSeconds} * interval '1 second'
    WHERE id IN (
      SELECT id FROM payments
      WHERE standing IN ('surplus', 'mismatch') AND refunded < amount AND give_back_at <= now()
      ORDER BY give_back_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, amount - refunded AS left
  `.execute(db);
  return rows;
}

/** Postpones returns to `seconds` from now, unless an operator has decided in the meantime to keep the payment. */
export async function postponeReturns(
  db: Db,
  payments: readonly DueReturn[],
  seconds: number,
): Promise<void> {
  if (payments.length === 0) return;
  await db
    .updateTable('payments')
    .set({ give_back_at: sql<Date>`now() + ${seconds} * interval '1 second'` })
    .where(
      'id',
      'in',
      payments.map(({ id }) => id),
    )
    .where('give_back_at', '<', sql<Date>`'infinity'`)
    .execute();
}

/** Lets a return wait for at least `seconds` from now on. */
export async function delayReturn(tx: Tx, paymentId: string, seconds: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ give_back_at: sql<Date>`greatest(give_back_at, now() + ${seconds} * interval '1 second')` })
    .where('id', '=', paymentId)
    .execute();
}

/** Sets when a payment is returned; 'infinity' keeps it. */
export async function setReturnTime(tx: Tx, paymentId: string, at: 'infinity' | 'now'): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ give_back_at: sql<Date>`${at}::timestamptz` })
    .where('id', '=', paymentId)
    .execute();
}

/** Locks a payment. @returns whether it has to be returned if it is not credited: no operator keeps it */
export async function lockReturn(tx: Tx, id: string): Promise<{ isToBeReturned: boolean } | undefined> {
  return tx
    .selectFrom('payments')
    .select(sql<boolean>`give_back_at < 'infinity'`.as('isToBeReturned'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks a payment. @returns what an operator's decision about it depends on */
export async function lockDecision(
  tx: Tx,
  paymentId: string,
): Promise<Pick<PaymentRow, 'standing' | 'amount' | 'refunded'> | undefined> {
  return tx
    .selectFrom('payments')
    .select(['standing', 'amount', 'refunded'])
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks all attempts to return a payment. */
export async function lockAttempts(tx: Tx, paymentId: string): Promise<RefundAttempt[]> {
  return tx
    .selectFrom('refund_attempts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .execute();
}

/** All attempts to return a payment. */
export async function findAttempts(
  tx: Tx,
  paymentId: string,
): Promise<Pick<RefundAttempt, 'id' | 'refund_id' | 'amount' | 'ended_at'>[]> {
  return tx
    .selectFrom('refund_attempts')
    .select(['id', 'refund_id', 'amount', 'ended_at'])
    .where('payment_id', '=', paymentId)
    .execute();
}

/** Whether an attempt to return a payment has not ended. */
export async function hasOpenAttempt(tx: Tx, paymentId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('refund_attempts')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

/** How many attempts to return a payment have failed. */
export async function countFailures(tx: Tx, paymentId: string): Promise<number> {
  const { failures } = await tx
    .selectFrom('refund_attempts')
    .select(({ fn }) => fn.countAll<number>().as('failures'))
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  return failures;
}

export async function insertAttempt(
  tx: Tx,
  { paymentId, key, amount }: { paymentId: string; key: string; amount: number },
): Promise<RefundAttempt> {
  return tx
    .insertInto('refund_attempts')
    .values({ payment_id: paymentId, key, amount })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Counts a request to the gateway. */
export async function countCall(db: Db, attemptId: number): Promise<void> {
  await db
    .updateTable('refund_attempts')
    .set({ calls: sql<number>`calls + 1` })
    .where('id', '=', attemptId)
    .execute();
}

/** Records the gateway's refund of an attempt, unless it has ended. */
export async function setRefundOf(
  db: Db,
  attemptId: number,
  refund: { id: string; status: RefundAttemptStatus },
): Promise<void> {
  await db
    .updateTable('refund_attempts')
    .set({ status: refund.status, refund_id: refund.id })
    .where('id', '=', attemptId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends an attempt with the gateway's refund. */
export async function endWithRefund(
  tx: Tx,
  attemptId: number,
  refund: { id: string; status: 'processed' | 'failed' },
): Promise<void> {
  await tx
    .updateTable('refund_attempts')
    .set({ status: refund.status, refund_id: refund.id, ended_at: sql<Date>`now()` })
    .where('id', '=', attemptId)
    .execute();
}

/** Ends an attempt as failed, unless it has ended. */
export async function endAsFailed(tx: Tx, attemptId: number): Promise<void> {
  await tx
    .updateTable('refund_attempts')
    .set({ status: 'failed', ended_at: sql<Date>`now()` })
    .where('id', '=', attemptId)
    .where('ended_at', 'is', null)
    .execute();
}
