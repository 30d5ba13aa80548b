import { z } from 'zod';
import { inTransaction, sqlState } from '../../../database/database.ts';
import type { GatewayOrder } from '../../../gateways/card-payments.ts';
import type { Payments } from '../context.ts';
import type { OrderRow } from '../orders/store.ts';
import { insertLostOrder } from './order-store.ts';

const FOREIGN_KEY_VIOLATION = '23503';
const OUR_RECEIPT = /^or_[\w-]{22}$/;

const Notes = z.object({
  member: z.string().min(1).max(100),
  plan: z.string().min(1).max(60),
  plan_name: z.string().min(1).max(100),
  tokens: z.coerce.number().int().positive().max(2_000_000_000),
  validity_days: z.coerce.number().int().min(1).max(3660),
  tier: z.enum(['Plus', 'Pro', '']).default(''),
  intent: z.string().regex(OUR_RECEIPT).optional(),
});

/** What an order carries at the gateway, so that it can be restored here. */
export function notesOf(order: OrderRow): Record<string, string> {
  return {
    member: order.member_id,
    plan: order.plan_id,
    plan_name: order.plan_name,
    tokens: String(order.tokens),
    validity_days: String(order.validity_days),
    tier: order.tier ?? '',
    intent: order.intent_id ?? order.id,
  };
}

async function restoreOrder(
  { db }: Payments,
  { id, amount, currency, receipt, notes }: GatewayOrder,
): Promise<boolean> {
  const { data } = Notes.safeParse(notes);
  if (data === undefined || receipt === null || !OUR_RECEIPT.test(receipt)) return false;
  try {
    const order = {
      id: receipt,
      member_id: data.member,
      plan_id: data.plan,
      plan_name: data.plan_name,
      tokens: data.tokens,
      validity_days: data.validity_days,
      tier: data.tier === '' ? null : data.tier,
      amount,
      currency,
      intent_id: data.intent === receipt ? null : (data.intent ?? null),
    };
    await inTransaction(db, (tx) => insertLostOrder(tx, order, id));
  } catch (error) {
    // Its member or plan is missing as well.
    if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    return false;
  }
  return true;
}

/**
 * Restores an order of ours that only the gateway has, as after a restore of the database to an earlier time, from the notes
 * that it carries there.
 *
 * @returns 'restored': it can be settled now. 'foreign': not an order of ours. 'lost': ours, but an operator has to decide
 */
export async function recoverOrder(
  context: Payments,
  gatewayOrderId: string,
): Promise<'restored' | 'foreign' | 'lost'> {
  const order = await context.background.fetchOrder(gatewayOrderId);
  if (!order?.receipt?.startsWith('or_')) return 'foreign';
  const details = { alert: true, gatewayOrder: gatewayOrderId, order: order.receipt };
  if (await restoreOrder(context, order)) {
    context.log.error(details, 'an order of ours was missing and was restored from the gateway');
    return 'restored';
  }
  context.log.error(
    details,
    'an order of ours is missing and cannot be restored: operators have to look at it',
  );
  return 'lost';
}
