import type { Tx } from '../../../database/database.ts';
import {
  countFailures,
  delayReturn,
  endAsFailed,
  endWithRefund,
  findAttempts,
  insertAttempt,
  lockAttempts,
  lockReturn,
  type RefundAttempt,
} from './return-store.ts';

/** The pause after the first failed attempt; each further one is four times as long, a day at most. */
const FIRST_PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 24 * 60 * 60;

/**
 * The open attempt to return a payment, or a new one with its own key.
 *
 * @returns undefined where an operator has decided to keep the payment
 */
export async function openAttempt(
  tx: Tx,
  payment: { id: string; left: number },
): Promise<RefundAttempt | undefined> {
  const owed = await lockReturn(tx, payment.id);
  if (!owed?.isToBeReturned) return undefined;
  const attempts = await lockAttempts(tx, payment.id);
  const open = attempts.find(({ ended_at }) => ended_at === null);
  if (open !== undefined) return open;
  return insertAttempt(tx, {
    paymentId: payment.id,
    key: `return-${payment.id}-${attempts.length + 1}`,
    amount: payment.left,
  });
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
  await lockReturn(tx, refund.paymentId);
  const attempts = await findAttempts(tx, refund.paymentId);
  const isOpen = ({ ended_at }: Pick<RefundAttempt, 'ended_at'>) => ended_at === null;
  const ours =
    attempts.find(({ refund_id }) => refund_id === refund.id) ??
    // If the response was lost, the attempt is identified by its amount.
    attempts.find((one) => isOpen(one) && one.refund_id === null && one.amount === refund.amount);
  if (ours === undefined || !isOpen(ours)) return false;
  await endWithRefund(tx, ours.id, { id: refund.id, status });
  if (status === 'failed') await waitAfterFailure(tx, refund.paymentId);
  return true;
}

/** Ends an attempt that the gateway refused. */
export async function failAttempt(tx: Tx, { id, payment_id }: RefundAttempt): Promise<void> {
  await lockReturn(tx, payment_id);
  await endAsFailed(tx, id);
  await waitAfterFailure(tx, payment_id);
}

async function waitAfterFailure(tx: Tx, paymentId: string): Promise<void> {
  const failures = await countFailures(tx, paymentId);
  const seconds = Math.min(FIRST_PAUSE_SECONDS * 4 ** (Math.min(failures, 10) - 1), LONGEST_PAUSE_SECONDS);
  await delayReturn(tx, paymentId, seconds);
}
