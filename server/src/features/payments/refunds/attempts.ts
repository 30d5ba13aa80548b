import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../database/database.ts';
import type { PaymentTables } from '../tables.ts';

export type RefundAttempt = Selectable<PaymentTables['refund_attempts']>;

/** The pause after the first failed attempt; each further one is four times as long, a day at most. */
const FIRST_PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 24 * 60 * 60;

/** Every change of attempts locks their payment first, which prevents deadlocks. */
async function lockPayment(tx: Tx, id: string): Promise<{ isToBeReturned: boolean } | undefined> {
  return tx
    .selectFrom('payments')
    .select(sql<boolean>`give_back_at < 'infinity'`.as('isToBeReturned'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * The open attempt to return a payment, or a new one with its own key.
 *
 * @returns undefined where an operator has decided to keep the payment
 */
export async function openAttempt(
  tx: Tx,
  payment: { id: string; left: number },
): Promise<RefundAttempt | undefined> {
  const owed = await lockPayment(tx, payment.id);
  if (!owed?.isToBeReturned) return undefined;
  const attempts = await tx
    .selectFrom('refund_attempts')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .forUpdate()
    .execute();
  const open = attempts.find(({ ended_at }) => ended_at === null);
  if (open !== undefined) return open;
  return tx
    .insertInto('refund_attempts')
    .values({
      payment_id: payment.id,
      key: `return-${payment.id}-${attempts.length + 1}`,
      amount: payment.left,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Records how an attempt of ours ended, as the gateway reports its refund; nothing where the refund is not ours or ended
 * before. After a failure the payment waits, longer each time, before it is returned under a new key.
 *
 * @returns whether it was ours
 */
export async function endAttempt(
  tx: Tx,
  refund: { id: string; paymentId: string; amount: number },
  status: 'processed' | 'failed',
): Promise<boolean> {
  await lockPayment(tx, refund.paymentId);
  const attempts = await tx
    .selectFrom('refund_attempts')
    .select(['id', 'refund_id', 'amount', 'ended_at'])
    .where('payment_id', '=', refund.paymentId)
    .execute();
  const isOpen = ({ ended_at }: Pick<RefundAttempt, 'ended_at'>) => ended_at === null;
  const ours =
    attempts.find(({ refund_id }) => refund_id === refund.id) ??
    // If the response was lost, the attempt is identified by its amount.
    attempts.find((one) => isOpen(one) && one.refund_id === null && one.amount === refund.amount);
  if (ours === undefined || !isOpen(ours)) return false;
  await tx
    .updateTable('refund_attempts')
    .set({ status, refund_id: refund.id, ended_at: sql<Date>`now()` })
    .where('id', '=', ours.id)
    .execute();
  if (status === 'failed') await waitAfterFailure(tx, refund.paymentId);
  return true;
}

/** Ends an attempt that the gateway refused. */
export async function failAttempt(tx: Tx, { id, payment_id }: RefundAttempt): Promise<void> {
  await lockPayment(tx, payment_id);
  await tx
    .updateTable('refund_attempts')
    .set({ status: 'failed', ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await waitAfterFailure(tx, payment_id);
}

async function waitAfterFailure(tx: Tx, paymentId: string): Promise<void> {
  const { failures } = await tx
    .selectFrom('refund_attempts')
    .select(({ fn }) => fn.countAll<number>().as('failures'))
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  const seconds = Math.min(FIRST_PAUSE_SECONDS * 4 ** (Math.min(failures, 10) - 1), LONGEST_PAUSE_SECONDS);
  await tx
    .updateTable('payments')
    .set({ give_back_at: sql<Date>`greatest(give_back_at, now() + ${seconds} * interval '1 second')` })
    .where('id', '=', paymentId)
    .execute();
}
