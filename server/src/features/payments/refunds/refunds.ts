import { sql } from 'kysely';
import { inTransaction, type Tx } from '../../../database/database.ts';
import type { GatewayPayment, GatewayRefund } from '../../../gateways/card-payments.ts';
import { lockMember } from '../../accounts/service.ts';
import { reversePurchase } from '../../wallet/service.ts';
import { type Payments, purchaseOf } from '../context.ts';
import { takeHeldTokens } from '../disputes/holds.ts';
import { tokensFor } from '../money.ts';
import { lockOrder, type OrderRow } from '../orders/store.ts';
import { applyTiers } from '../orders/tiers.ts';
import { writeRefundVoucher } from '../receipts/vouchers.ts';
import { endAttempt } from './attempts.ts';

/** Money that went back to the payer. */
export interface MoneyBack {
  /** The gateway's id of the refund or dispute. */
  id: string;
  paymentId: string;
  kind: 'refund' | 'dispute';
  /** In the smallest unit of the currency, above 0. */
  amount: number;
  currency: string;
}

export type RefundOutcome =
  | { outcome: 'unknown-payment' }
  /** Of another currency than the payment: nothing is applied, somebody has to look at it. */
  | { outcome: 'wrong-currency' }
  | { outcome: 'refunded-before' }
  | { outcome: 'refunded'; tokensDue: number; tokensTaken: number };

/** An order that was credited, with the ledger's transaction. */
type CreditedOrder = OrderRow & { ledger_transaction_id: number };

const isCredited = (order: OrderRow): order is CreditedOrder => order.ledger_transaction_id !== null;

/**
 * Takes back the tokens that a refund's share of the price had bought, as far as they are left: from the lot, then from
 * what is held for disputes of the payment. For a dispute, the other way round.
 *
 * @returns how many were taken
 */
async function takeTokens(
  tx: Tx,
  order: CreditedOrder,
  { id, kind, paymentId }: Pick<MoneyBack, 'id' | 'kind' | 'paymentId'>,
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
    takeHeldTokens(tx, {
      transactionId: order.ledger_transaction_id,
      tokens,
      refundId: id,
      paymentId,
    });
  const first = kind === 'dispute' ? await fromHolds(tokensDue) : await fromLot(tokensDue);
  const second = kind === 'dispute' ? await fromLot(tokensDue - first) : await fromHolds(tokensDue - first);
  const tokensTaken = first + second;
  await tx
    .updateTable('refunds')
    .set({ tokens_due: tokensDue, tokens_taken: tokensTaken })
    .where('id', '=', id)
    .execute();
  return tokensTaken;
}

/**
 * Takes the tokens of refunds that were noted before the payment was credited, and writes their vouchers. The caller holds
 * the locks of order and member.
 */
export async function applyEarlierRefunds(
  { site }: Pick<Payments, 'site'>,
  tx: Tx,
  order: CreditedOrder,
  paymentId: string,
): Promise<void> {
  const refunds = await tx
    .selectFrom('refunds')
    .select(['id', 'kind', 'amount'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  let refunded = 0;
  for (const { id, kind, amount } of refunds) {
    const tokensDue = tokensFor(order, refunded + amount) - tokensFor(order, refunded);
    await takeTokens(tx, order, { id, kind, paymentId }, tokensDue);
    await writeRefundVoucher(tx, site, { order, refund: { id, amount }, refundedBefore: refunded });
    refunded += amount;
  }
}

/**
 * Notes money that went back, once for its id, takes back the tokens that it had bought, as far as they are left, and writes
 * the buyer's voucher. A purchase that was given back whole loses its tier too.
 */
export async function applyRefund(
  { onRefunded, jobs, site }: Pick<Payments, 'onRefunded' | 'jobs' | 'site'>,
  tx: Tx,
  back: MoneyBack,
): Promise<RefundOutcome> {
  const known = await tx
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', back.paymentId)
    .executeTakeFirst();
  const order = known && (await lockOrder(tx, { id: known.order_id }));
  if (order === undefined) return { outcome: 'unknown-payment' };
  const { currency } = await tx
    .selectFrom('payments')
    .select('currency')
    .where('id', '=', back.paymentId)
    .executeTakeFirstOrThrow();
  if (currency !== back.currency) return { outcome: 'wrong-currency' };
  const inserted = await tx
    .insertInto('refunds')
    .values({
      id: back.id,
      payment_id: back.paymentId,
      kind: back.kind,
      amount: back.amount,
      currency: back.currency,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return { outcome: 'refunded-before' };
  if (back.kind === 'refund') await endAttempt(tx, back, 'processed');
  const payment = await tx
    .updateTable('payments')
    .set({ refunded: sql<number>`refunded + ${back.amount}` })
    .where('id', '=', back.paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (payment.standing !== 'credited' || !isCredited(order)) {
    await jobs.add(tx, 'mail', { kind: 'payment-notice', notice: 'returned', paymentId: payment.id });
    return { outcome: 'refunded', tokensDue: 0, tokensTaken: 0 };
  }
  // Before the wallet, as whoever credits an order does.
  await lockMember(tx, order.member_id);
  const refundedBefore = payment.refunded - back.amount;
  const tokensDue = tokensFor(order, payment.refunded) - tokensFor(order, refundedBefore);
  const tokensTaken = await takeTokens(tx, order, back, tokensDue);
  await writeRefundVoucher(tx, site, { order, refund: back, refundedBefore });
  if (payment.refunded >= order.amount && order.status === 'paid') {
    await tx.updateTable('payment_orders').set({ status: 'refunded' }).where('id', '=', order.id).execute();
    await applyTiers(tx, order.member_id, order);
    await onRefunded?.(tx, purchaseOf(order));
  }
  return { outcome: 'refunded', tokensDue, tokensTaken };
}

/** Tells those who look after the shop. Call it after the transaction. */
export function reportRefund({ log }: Pick<Payments, 'log'>, back: MoneyBack, result: RefundOutcome): void {
  const details = { [back.kind]: back.id, payment: back.paymentId };
  if (result.outcome === 'unknown-payment')
    log.error({ alert: true, ...details }, 'money went back of a payment that is not ours');
  else if (result.outcome === 'wrong-currency')
    log.error({ alert: true, ...details, currency: back.currency }, 'money went back in another currency');
  else if (result.outcome === 'refunded') {
    const { tokensDue, tokensTaken } = result;
    const shortfall = tokensDue - tokensTaken;
    log[shortfall > 0 ? 'warn' : 'info'](
      { ...details, tokensTaken, shortfall },
      'took back the tokens of a refund',
    );
  }
}

/** Notes what the gateway answered of a refund, in a transaction of its own. One that is pending changes nothing. */
export async function noteRefund(
  parts: Payments,
  { status, ...refund }: GatewayRefund,
): Promise<RefundOutcome | undefined> {
  if (status === 'failed') {
    await inTransaction(parts.db, (tx) => endAttempt(tx, refund, 'failed'));
    return undefined;
  }
  if (status === 'pending') return undefined;
  const back: MoneyBack = { ...refund, kind: 'refund' };
  const result = await inTransaction(parts.db, (tx) => applyRefund(parts, tx, back));
  reportRefund(parts, back, result);
  return result;
}

/** Catches up with refunds of a payment that we have not been told of. */
export async function catchUpRefunds(parts: Payments, payment: GatewayPayment): Promise<void> {
  if (payment.amountRefunded === 0) return;
  // Not the payment's own sum, in which disputes are too.
  const { noted } = await parts.db
    .selectFrom('refunds')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount'), sql<number>`0`).as('noted'))
    .where('payment_id', '=', payment.id)
    .where('kind', '=', 'refund')
    .executeTakeFirstOrThrow();
  if (Number(noted) >= payment.amountRefunded) return;
  for (const refund of await parts.background.fetchRefunds(payment.id)) await noteRefund(parts, refund);
}
