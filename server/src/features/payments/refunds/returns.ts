import { inTransaction } from '../../../database/database.ts';
import { type GatewayRefund, GatewayRefusalError } from '../../../gateways/card-payments.ts';
import type { Payments } from '../context.ts';
import { processConcurrently } from '../reconciliation/batches.ts';
import { failAttempt, openAttempt } from './attempts.ts';
import { importMissingRefunds, recordRefund } from './refunds.ts';
import {
  claimDueReturns,
  countCall,
  type DueReturn,
  postponeReturns,
  type RefundAttempt,
  setRefundOf,
} from './return-store.ts';

const BATCH = 20;
const AT_ONCE = 4;
/** How long a payment waits whose request to the gateway failed. */
const RETRY_SECONDS = 30;
/** How long the payments wait that were skipped because of that failure. */
const BACKOFF_SECONDS = 5;
/** After this, a return that a crash interrupted is claimed again. */
const CLAIM_SECONDS = 60;
/** How often the gateway is asked about a refund that it has not processed yet. */
const PENDING_SECONDS = 10 * 60;

/** Requests the refund of an attempt, or reads its state. */
async function requestRefund({ background }: Payments, attempt: RefundAttempt): Promise<GatewayRefund> {
  const { payment_id: paymentId, key, amount, refund_id } = attempt;
  const begun = refund_id === null ? undefined : await background.fetchRefund(refund_id);
  return begun ?? (await background.refund(paymentId, { amount, key }));
}

/** Returns a payment: one attempt after the other, each under its own idempotency key, until the gateway has processed one. */
async function returnPayment(context: Payments, payment: DueReturn): Promise<void> {
  const { db, log, background } = context;
  const attempt = await inTransaction(db, (tx) => openAttempt(tx, payment));
  if (attempt === undefined) return;
  await countCall(db, attempt.id);
  let refund: GatewayRefund;
  try {
    refund = await requestRefund(context, attempt);
  } catch (error) {
    if (!(error instanceof GatewayRefusalError)) throw error;
    await inTransaction(db, (tx) => failAttempt(tx, attempt));
    // It may have been returned by hand.
    const reported = await background.fetchPayment(payment.id);
    if (reported !== undefined) await importMissingRefunds(context, reported);
    throw error;
  }
  const { id, status } = refund;
  if (status === 'pending') {
    await setRefundOf(db, attempt.id, { id, status });
    await postponeReturns(db, [payment], PENDING_SECONDS);
    return;
  }
  if (status === 'failed') {
    log.error(
      { alert: true, payment: payment.id, refund: id },
      'the gateway failed to return a payment: retrying under a new key',
    );
  }
  await recordRefund(context, refund);
}

/** Returns payments that are due to go back. Safe to run concurrently. */
export async function returnDuePayments(context: Payments): Promise<void> {
  const owed = await claimDueReturns(context.db, BATCH, CLAIM_SECONDS);
  const options = { atOnce: AT_ONCE, describe: ({ id }: DueReturn) => ({ payment: id }) };
  const { unavailable, skipped } = await processConcurrently(context, owed, options, (payment) =>
    returnPayment(context, payment),
  );
  await postponeReturns(context.db, unavailable, RETRY_SECONDS);
  await postponeReturns(context.db, skipped, BACKOFF_SECONDS);
}
