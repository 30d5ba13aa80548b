import { sql } from 'kysely';
import type { Tx } from '../../database.ts';
import { endTier, lockMember, setTier } from '../accounts/service.ts';
import { reversePurchase } from '../wallet/service.ts';
import { tokensFor } from './money.ts';
import { lockOrder, type OrderRow } from './orders.ts';
import { type Payments, purchaseOf } from './payments.ts';

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
  | { outcome: 'refunded-before' }
  | { outcome: 'refunded'; tokensDue: number; tokensTaken: number };

/** Ends what a purchase gave of a tier. An earlier purchase that still runs takes its place. */
async function endTierOf(tx: Tx, order: OrderRow): Promise<void> {
  if (order.tier === null || order.tier_until === null) return;
  await endTier(tx, order.member_id, order.tier, order.tier_until);
  const others = await tx
    .selectFrom('payment_orders')
    .select(['tier', 'tier_until'])
    .where('member_id', '=', order.member_id)
    .where('id', '<>', order.id)
    .where('status', '=', 'paid')
    .where('tier_until', '>', sql<Date>`now()`)
    .execute();
  for (const { tier, tier_until } of others) {
    if (tier !== null && tier_until !== null) await setTier(tx, order.member_id, tier, tier_until);
  }
}

/**
 * Notes money that went back, once for its id, and takes back the tokens that it had bought, as far as they are left. A
 * purchase that was given back whole loses its tier too.
 */
export async function applyRefund(
  { onRefunded }: Pick<Payments, 'onRefunded'>,
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
  const payment = await tx
    .updateTable('payments')
    .set({ refunded: sql<number>`refunded + ${back.amount}` })
    .where('id', '=', back.paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (payment.standing !== 'credited' || order.ledger_transaction_id === null) {
    return { outcome: 'refunded', tokensDue: 0, tokensTaken: 0 };
  }
  // Before the wallet, as whoever credits an order does.
  await lockMember(tx, order.member_id);
  const tokensDue = tokensFor(order, payment.refunded) - tokensFor(order, payment.refunded - back.amount);
  const tokensTaken =
    tokensDue === 0
      ? 0
      : await reversePurchase(tx, {
          transactionId: order.ledger_transaction_id,
          tokens: tokensDue,
          reference: `refund:${back.id}`,
        });
  await tx
    .updateTable('refunds')
    .set({ tokens_due: tokensDue, tokens_taken: tokensTaken })
    .where('id', '=', back.id)
    .execute();
  if (payment.refunded >= order.amount && order.status === 'paid') {
    await tx.updateTable('payment_orders').set({ status: 'refunded' }).where('id', '=', order.id).execute();
    await endTierOf(tx, order);
    await onRefunded?.(tx, purchaseOf(order));
  }
  return { outcome: 'refunded', tokensDue, tokensTaken };
}

/** Tells those who look after the shop. Call it after the transaction. */
export function reportRefund({ log }: Pick<Payments, 'log'>, back: MoneyBack, result: RefundOutcome): void {
  const details = { [back.kind]: back.id, payment: back.paymentId };
  if (result.outcome === 'unknown-payment')
    log.error({ alert: true, ...details }, 'money went back of a payment that is not ours');
  else if (result.outcome === 'refunded') {
    const { tokensDue, tokensTaken } = result;
    const shortfall = tokensDue - tokensTaken;
    log[shortfall > 0 ? 'warn' : 'info'](
      { ...details, tokensTaken, shortfall },
      'took back the tokens of a refund',
    );
  }
}
