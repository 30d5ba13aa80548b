import { inTransaction, type Tx } from '../../../database/database.ts';
import type { GatewayPayment, GatewayRefund } from '../../../gateways/card-payments.ts';
import { lockMember } from '../../accounts/service.ts';
import { reversePurchase } from '../../wallet/service.ts';
import { type Payments, purchaseOf } from '../context.ts';
import { takeHeldTokens } from '../disputes/holds.ts';
import { tokensFor } from '../money.ts';
import { lockOrderOfPayment, markRefunded, type OrderRow } from '../orders/store.ts';
import { applyTiers } from '../orders/tiers.ts';
import { writeRefundVoucher } from '../receipts/vouchers.ts';
import { endAttempt } from './attempts.ts';
import { addToPayment, findRefunds, insertRefund, type Refund, setTokens, sumRefunds } from './store.ts';

export type RefundOutcome =
  | { outcome: 'unknown-payment' }
  /** Of another currency than the payment: nothing is applied, an operator has to look at it. */
  | { outcome: 'wrong-currency' }
  | { outcome: 'refunded-before' }
  | { outcome: 'refunded'; tokensDue: number; tokensTaken: number };

/** An order that was credited, with the ledger's transaction. */
type CreditedOrder = OrderRow & { ledger_transaction_id: number };

const isCredited = (order: OrderRow): order is CreditedOrder => order.ledger_transaction_id !== null;

/**
 * Takes back the remaining tokens of a refund's share of the price: from the lot, then from those held for disputes of the
 * payment; for a dispute in the opposite order.
 *
 * @returns the number of tokens taken
 */
async function takeTokens(
  tx: Tx,
  order: CreditedOrder,
  { id, kind, paymentId }: Pick<Refund, 'id' | 'kind' | 'paymentId'>,
  tokensDue: number,
): Promise<number> {
  if (tokensDue === 0) return 0;
  const fromLot = (tokens: number) =>
    tokens === 0
      ? 0
      : reversePurchase(tx, {
          transactionId: order.ledger_transaction_id,
          tokens,
          reference: `refund:${id}`,
        });
  const fromHolds = (tokens: number) =>
    takeHeldTokens(tx, { transactionId: order.ledger_transaction_id, tokens, refundId: id, paymentId });
  const first = kind === 'dispute' ? await fromHolds(tokensDue) : await fromLot(tokensDue);
  const second = kind === 'dispute' ? await fromLot(tokensDue - first) : await fromHolds(tokensDue - first);
  const tokensTaken = first + second;
  await setTokens(tx, id, { due: tokensDue, taken: tokensTaken });
  return tokensTaken;
}

/**
 * Applies refunds that were recorded before the payment was credited: takes their tokens and writes their vouchers. The
 * caller holds the locks of order and member.
 */
export async function applyEarlierRefunds(
  { site }: Pick<Payments, 'site'>,
  tx: Tx,
  order: CreditedOrder,
  paymentId: string,
): Promise<void> {
  let refunded = 0;
  for (const { id, kind, amount } of await findRefunds(tx, paymentId)) {
    const tokensDue = tokensFor(order, refunded + amount) - tokensFor(order, refunded);
    await takeTokens(tx, order, { id, kind, paymentId }, tokensDue);
    await writeRefundVoucher(tx, site, { order, refund: { id, amount }, refundedBefore: refunded });
    refunded += amount;
  }
}

/**
 * Records a refund, once for its id, takes back the remaining tokens of its share and writes the buyer's voucher. A purchase
 * that is refunded in full loses its tier too.
 */
export async function applyRefund(
  { onRefunded, jobs, site }: Pick<Payments, 'onRefunded' | 'jobs' | 'site'>,
  tx: Tx,
  refund: Refund,
): Promise<RefundOutcome> {
  const locked = await lockOrderOfPayment(tx, refund.paymentId);
  if (locked === undefined) return { outcome: 'unknown-payment' };
  const { order } = locked;
  if (locked.payment.currency !== refund.currency) return { outcome: 'wrong-currency' };
  const isNew = await insertRefund(tx, refund);
  if (!isNew) return { outcome: 'refunded-before' };
  if (refund.kind === 'refund') await endAttempt(tx, refund, 'processed');
  const payment = await addToPayment(tx, refund);
  if (payment.standing !== 'credited' || !isCredited(order)) {
    await jobs.add(tx, 'mail', { kind: 'payment-notice', notice: 'returned', paymentId: payment.id });
    return { outcome: 'refunded', tokensDue: 0, tokensTaken: 0 };
  }
  // Before the wallet, in the order of locks of a credit.
  await lockMember(tx, order.member_id);
  const refundedBefore = payment.refunded - refund.amount;
  const tokensDue = tokensFor(order, payment.refunded) - tokensFor(order, refundedBefore);
  const tokensTaken = await takeTokens(tx, order, refund, tokensDue);
  await writeRefundVoucher(tx, site, { order, refund, refundedBefore });
  if (payment.refunded >= order.amount && order.status === 'paid') {
    await markRefunded(tx, order.id);
    await applyTiers(tx, order.member_id, order);
    await onRefunded?.(tx, purchaseOf(order));
  }
  return { outcome: 'refunded', tokensDue, tokensTaken };
}

/** Logs a refund for operators. Called after the commit. */
export function reportRefund({ log }: Pick<Payments, 'log'>, refund: Refund, result: RefundOutcome): void {
  const details = { [refund.kind]: refund.id, payment: refund.paymentId };
  if (result.outcome === 'unknown-payment')
    log.error({ alert: true, ...details }, 'a refund belongs to no payment of ours');
  else if (result.outcome === 'wrong-currency')
    log.error(
      { alert: true, ...details, currency: refund.currency },
      'a refund is in another currency than its payment',
    );
  else if (result.outcome === 'refunded') {
    const { tokensDue, tokensTaken } = result;
    const shortfall = tokensDue - tokensTaken;
    log[shortfall > 0 ? 'warn' : 'info'](
      { ...details, tokensTaken, shortfall },
      'took back the tokens of a refund',
    );
  }
}

/** Records a refund that the gateway reported, in its own transaction. A pending one changes nothing. */
export async function recordRefund(
  context: Payments,
  { status, ...reported }: GatewayRefund,
): Promise<RefundOutcome | undefined> {
  if (status === 'failed') {
    await inTransaction(context.db, (tx) => endAttempt(tx, reported, 'failed'));
    return undefined;
  }
  if (status === 'pending') return undefined;
  const refund: Refund = { ...reported, kind: 'refund' };
  const result = await inTransaction(context.db, (tx) => applyRefund(context, tx, refund));
  reportRefund(context, refund, result);
  return result;
}

/** Imports refunds of a payment that were not reported to us. */
export async function importMissingRefunds(context: Payments, payment: GatewayPayment): Promise<void> {
  if (payment.amountRefunded === 0) return;
  if ((await sumRefunds(context.db, payment.id)) >= payment.amountRefunded) return;
  for (const refund of await context.background.fetchRefunds(payment.id)) await recordRefund(context, refund);
}
