import { inTransaction, type Tx } from '../../database.ts';
import type { GatewayDispute } from '../../gateways/card-payments.ts';
import { lockMember } from '../accounts/service.ts';
import { announceClearedDebt } from './debts.ts';
import { holdTokens, releaseTokens } from './holds.ts';
import { tokensFor } from './money.ts';
import { lockOrder, type OrderRow } from './orders.ts';
import type { Payments } from './payments.ts';
import { applyRefund, type MoneyBack, type RefundOutcome, reportRefund } from './refunds.ts';
import type { DisputeStatus } from './tables.ts';

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

/** The tokens that the disputed part of the price has bought and that no refund has taken. */
function tokensInDispute(
  order: OrderRow,
  { refunded }: { refunded: number },
  { amount }: GatewayDispute,
): number {
  return tokensFor(order, refunded + amount) - tokensFor(order, refunded);
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
  const hasEnded = before !== undefined && !isOpen(before.status);
  // One that was won may be opened again, in another phase. What is lost is lost.
  const goesOn = before?.status !== 'lost' && before?.phase !== seen.phase;
  if (hasEnded && !goesOn) return { outcome: 'known' };
  const { id, amount, currency, phase, status } = seen;
  if (before === undefined) {
    await tx
      .insertInto('disputes')
      .values({ id, payment_id: seen.paymentId, amount, currency, phase, status: 'open' })
      .execute();
  }
  const transactionId = payment.standing === 'credited' ? order.ledger_transaction_id : null;
  const held = before?.tokens_held ?? 0;
  // Before the wallet, as whoever credits an order does.
  if (transactionId !== null) await lockMember(tx, order.member_id);

  if (isOpen(status)) {
    const isHeldBefore = before !== undefined && !hasEnded && before.phase === phase;
    const tokensHeld =
      transactionId === null || isHeldBefore
        ? held
        : held +
          (await holdTokens(tx, {
            transactionId,
            tokens: tokensInDispute(order, payment, seen) - held,
            reference: `hold:${id}:${phase}`,
          }));
    await update(tx, seen, tokensHeld);
    return isHeldBefore && before.status === status ? { outcome: 'known' } : { outcome: 'open', tokensHeld };
  }

  let refund: { back: MoneyBack; result: RefundOutcome } | undefined;
  const deducted = status === 'lost' ? (seen.amountDeducted ?? amount) : 0;
  if (deducted > 0) {
    const back: MoneyBack = { id, paymentId: seen.paymentId, kind: 'dispute', amount: deducted, currency };
    refund = { back, result: await applyRefund(parts, tx, back) };
  }
  const { tokens_held: left } = await tx
    .selectFrom('disputes')
    .select('tokens_held')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (left > 0 && transactionId !== null) {
    await releaseTokens(tx, { transactionId, tokens: left, reference: `release:${id}:${phase}` });
  }
  await update(tx, seen, 0);
  if (transactionId !== null) await announceClearedDebt(parts, tx, order.member_id);
  return status === 'lost' ? { outcome: 'lost', refund } : { outcome: 'released' };
}

async function update(
  tx: Tx,
  { id, amount, phase, status }: GatewayDispute,
  tokensHeld: number,
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ amount, phase, status, tokens_held: tokensHeld, updated_at: new Date() })
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
