import { inTransaction, type Tx } from '../../../database/database.ts';
import type { GatewayDispute } from '../../../gateways/card-payments.ts';
import { lockMember } from '../../accounts/service.ts';
import type { Payments } from '../context.ts';
import { lockOrder } from '../orders/store.ts';
import { announceClearedDebt } from '../refunds/debts.ts';
import { applyRefund, type MoneyBack, type RefundOutcome, reportRefund } from '../refunds/refunds.ts';
import type { DisputeStatus } from '../tables.ts';
import { holdForDisputes, releaseTokens } from './holds.ts';

export type DisputeOutcome =
  | { outcome: 'unknown-payment' }
  /** Of another currency than the payment: nothing is held or taken, somebody has to look at it. */
  | { outcome: 'wrong-currency' }
  /** What is told late or again changes nothing. */
  | { outcome: 'known' }
  | { outcome: 'open'; tokensHeld: number }
  | { outcome: 'released' }
  | { outcome: 'lost'; refund: { back: MoneyBack; result: RefundOutcome } | undefined };

const isOpen = (status: DisputeStatus) => status === 'open' || status === 'under_review';

/** A dispute goes through its phases in this order; of those that are not here, nobody knows. */
const PHASES = new Map([
  ['fraud', 1],
  ['retrieval', 1],
  ['chargeback', 2],
  ['pre_arbitration', 3],
  ['arbitration', 4],
]);

/** Whether a dispute that is in one phase has left another, so that what is told of that one is late. */
function hasLeft(phase: string, current: string): boolean {
  const [rank, currentRank] = [PHASES.get(phase), PHASES.get(current)];
  return rank !== undefined && currentRank !== undefined && rank < currentRank;
}

/** Whether what is told of a dispute says nothing new of it, because it is told late or again after its end. */
function isPast(before: { status: DisputeStatus; phase: string }, { status, phase }: GatewayDispute) {
  // What is lost is lost.
  if (before.status === 'lost') return true;
  if (status !== 'lost' && hasLeft(phase, before.phase)) return true;
  // One that was won may be opened again, in another phase.
  return !isOpen(before.status) && before.phase === phase;
}

/**
 * Notes what the gateway says of a dispute. While it is open, what is left of the tokens is held; when it is won or
 * closed they are given back, when it is lost they are taken with what was deducted.
 */
export async function followDispute(
  parts: Pick<Payments, 'onRefunded' | 'site' | 'onDebtCleared' | 'jobs'>,
  tx: Tx,
  seen: GatewayDispute,
): Promise<DisputeOutcome> {
  const known = await tx
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', seen.paymentId)
    .executeTakeFirst();
  const order = known && (await lockOrder(tx, { id: known.order_id }));
  if (order === undefined) return { outcome: 'unknown-payment' };
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', seen.paymentId)
    .executeTakeFirstOrThrow();
  if (payment.currency !== seen.currency) return { outcome: 'wrong-currency' };
  const before = await tx.selectFrom('disputes').selectAll().where('id', '=', seen.id).executeTakeFirst();
  if (before !== undefined && isPast(before, seen)) return { outcome: 'known' };
  const { id, amount, currency, phase, status } = seen;
  if (before === undefined) {
    await tx
      .insertInto('disputes')
      .values({ id, payment_id: seen.paymentId, amount, currency, phase, status: 'open' })
      .execute();
  }
  const { ledger_transaction_id: transactionId } = order;
  const credited =
    payment.standing === 'credited' && transactionId !== null
      ? { ...order, ledger_transaction_id: transactionId }
      : undefined;
  // Before the wallet, as whoever credits an order does. A dispute of its second payment counts as a debt as well.
  if (transactionId !== null) await lockMember(tx, order.member_id);

  if (isOpen(status)) {
    await update(tx, seen);
    if (credited !== undefined) await holdForDisputes(tx, credited, payment.id);
    return before?.phase === phase && before.status === status
      ? { outcome: 'known' }
      : { outcome: 'open', tokensHeld: await readHeld(tx, id) };
  }

  let refund: { back: MoneyBack; result: RefundOutcome } | undefined;
  const deducted = status === 'lost' ? (seen.amountDeducted ?? amount) : 0;
  if (deducted > 0) {
    const back: MoneyBack = { id, paymentId: seen.paymentId, kind: 'dispute', amount: deducted, currency };
    refund = { back, result: await applyRefund(parts, tx, back) };
  }
  const left = await readHeld(tx, id);
  if (left > 0 && credited !== undefined) {
    await releaseTokens(tx, {
      transactionId: credited.ledger_transaction_id,
      tokens: left,
      dispute: { id, phase },
    });
  }
  await update(tx, seen, 0);
  // Another dispute of the payment may have found nothing to hold because of this one.
  if (credited !== undefined) await holdForDisputes(tx, credited, payment.id);
  if (transactionId !== null) await announceClearedDebt(parts, tx, order.member_id);
  return status === 'lost' ? { outcome: 'lost', refund } : { outcome: 'released' };
}

async function readHeld(tx: Tx, disputeId: string): Promise<number> {
  const { tokens_held } = await tx
    .selectFrom('disputes')
    .select('tokens_held')
    .where('id', '=', disputeId)
    .executeTakeFirstOrThrow();
  return tokens_held;
}

async function update(
  tx: Tx,
  { id, amount, phase, status }: GatewayDispute,
  tokensHeld?: number,
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({
      amount,
      phase,
      status,
      updated_at: new Date(),
      ...(tokensHeld === undefined ? {} : { tokens_held: tokensHeld }),
    })
    .where('id', '=', id)
    .execute();
}

/** Tells those who look after the shop. Call it after the transaction. */
export function reportDispute(
  parts: Pick<Payments, 'log'>,
  seen: GatewayDispute,
  result: DisputeOutcome,
): void {
  const details = { dispute: seen.id, payment: seen.paymentId, phase: seen.phase, status: seen.status };
  if (result.outcome === 'unknown-payment')
    parts.log.error({ alert: true, ...details }, 'a payment is disputed that is not ours');
  else if (result.outcome === 'wrong-currency')
    parts.log.error(
      { alert: true, ...details, currency: seen.currency },
      'a payment is disputed in another currency',
    );
  else if (result.outcome === 'open')
    parts.log.warn({ alert: true, ...details, tokensHeld: result.tokensHeld }, 'a payment is disputed');
  else if (result.outcome !== 'known') parts.log.warn(details, 'a dispute is over');
  if (result.outcome === 'lost' && result.refund !== undefined)
    reportRefund(parts, result.refund.back, result.refund.result);
}

/** Notes what the gateway answered of a dispute, in a transaction of its own. */
export async function noteDispute(parts: Payments, seen: GatewayDispute): Promise<DisputeOutcome> {
  const result = await inTransaction(parts.db, (tx) => followDispute(parts, tx, seen));
  reportDispute(parts, seen, result);
  return result;
}
