import { sql } from 'kysely';
import { inTransaction } from '../../../database/database.ts';
import { type GatewayRefund, GatewayRefusalError } from '../../../gateways/card-payments.ts';
import type { Payments } from '../context.ts';
import { workThrough } from '../reconciliation/batches.ts';
import { failAttempt, openAttempt, type RefundAttempt } from './attempts.ts';
import { catchUpRefunds, noteRefund } from './refunds.ts';

const BATCH = 20;
const AT_ONCE = 4;
/** How long a payment waits that the gateway could not be asked about. */
const RETRY_SECONDS = 30;
/** How long those wait that were not asked for because of it. */
const TURN_SECONDS = 5;
/** After this, a call that a crash cut short is made again. */
const CLAIM_SECONDS = 60;
/** How often the gateway is asked about a refund that it has not processed yet. */
const PENDING_SECONDS = 10 * 60;

interface Owed {
  id: string;
  /** What has to go back, in the smallest unit. */
  left: number;
}

/** Claims payments that have to be returned: second ones, and those of another amount that nobody decided about. */
async function claimOwed({ db }: Payments): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    UPDATE payments SET give_back_at = now() + ${CLAIM_SECONDS} * interval '1 second'
    WHERE id IN (
      SELECT id FROM payments
      WHERE standing IN ('surplus', 'mismatch') AND refunded < amount AND give_back_at <= now()
      ORDER BY give_back_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, amount - refunded AS left
  `.execute(db);
  return rows;
}

async function returnLater({ db }: Payments, payments: readonly Owed[], seconds: number): Promise<void> {
  if (payments.length === 0) return;
  await db
    .updateTable('payments')
    .set({ give_back_at: sql<Date>`now() + ${seconds} * interval '1 second'` })
    .where(
      'id',
      'in',
      payments.map(({ id }) => id),
    )
    // What an operator has decided to keep meanwhile is kept.
    .where('give_back_at', '<', sql<Date>`'infinity'`)
    .execute();
}

/** Asks for the refund of an attempt, or how it is getting on. */
async function askFor({ background }: Payments, attempt: RefundAttempt): Promise<GatewayRefund> {
  const { payment_id: paymentId, key, amount, refund_id } = attempt;
  const begun = refund_id === null ? undefined : await background.fetchRefund(refund_id);
  return begun ?? (await background.refund(paymentId, { amount, key }));
}

/** Returns a payment: one attempt after the other, each under a key of its own, until the gateway has processed one. */
async function returnPayment(parts: Payments, payment: Owed): Promise<void> {
  const { db, log, background } = parts;
  const attempt = await inTransaction(db, (tx) => openAttempt(tx, payment));
  if (attempt === undefined) return;
  await db
    .updateTable('refund_attempts')
    .set({ calls: sql<number>`calls + 1` })
    .where('id', '=', attempt.id)
    .execute();
  let refund: GatewayRefund;
  try {
    refund = await askFor(parts, attempt);
  } catch (error) {
    if (!(error instanceof GatewayRefusalError)) throw error;
    await inTransaction(db, (tx) => failAttempt(tx, attempt));
    // It may have been returned by hand.
    const seen = await background.fetchPayment(payment.id);
    if (seen !== undefined) await catchUpRefunds(parts, seen);
    throw error;
  }
  const { id, status } = refund;
  if (status === 'pending') {
    await db
      .updateTable('refund_attempts')
      .set({ status, refund_id: id })
      .where('id', '=', attempt.id)
      .where('ended_at', 'is', null)
      .execute();
    await returnLater(parts, [payment], PENDING_SECONDS);
    return;
  }
  if (status === 'failed') {
    log.error(
      { alert: true, payment: payment.id, refund: id },
      'the gateway could not return a payment: it is tried again under a new key',
    );
  }
  await noteRefund(parts, refund);
}

/** Returns payments that nobody is to keep. Safe to run in several processes at once. */
export async function returnOwedPayments(parts: Payments): Promise<void> {
  const owed = await claimOwed(parts);
  const { unavailable, skipped } = await workThrough(
    parts,
    owed,
    (payment) => returnPayment(parts, payment),
    {
      atOnce: AT_ONCE,
      describe: ({ id }) => ({ payment: id }),
    },
  );
  await returnLater(parts, unavailable, RETRY_SECONDS);
  await returnLater(parts, skipped, TURN_SECONDS);
}
