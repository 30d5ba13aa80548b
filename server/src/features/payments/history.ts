import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import {
  isBefore,
  type MovementDetails,
  type MovementSource,
  type OtherMovement,
  type Position,
} from '../wallet/service.ts';
import { majorUnits } from './money.ts';
import { receiptLink, refundsWithoutTokens } from './voucher-history.ts';

const TITLES: Record<string, string> = {
  hold: 'payment disputed, tokens on hold',
  release: 'dispute over, tokens returned',
};

/** The title of a payment that was not credited, by its disposition. */
const NOT_CREDITED = {
  surplus: 'second payment, refunded',
  mismatch: 'different amount paid',
  open: 'refunded',
} as const;

/** Payments that were not credited. */
async function uncreditedPayments(
  db: Db,
  memberId: string,
  { before, limit }: { before: Position | undefined; limit: number },
): Promise<OtherMovement[]> {
  const { rows } = await sql<{
    id: string;
    plan_name: string;
    tokens: number;
    amount: number;
    currency: string;
    standing: keyof typeof NOT_CREDITED;
    created_at: Date;
  }>`
    SELECT p.id, o.plan_name, o.tokens, p.amount, p.currency, p.standing, p.created_at
    FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id
    WHERE o.member_id = ${memberId}
      AND (p.standing IN ('surplus', 'mismatch') OR (p.standing = 'open' AND p.refunded > 0))
      AND ${isBefore(before, 'p.created_at', 'p.id')}
    ORDER BY p.created_at DESC, p.id COLLATE "C" DESC LIMIT ${limit}
  `.execute(db);
  return rows.map((payment) => ({
    trnId: payment.id,
    type: 'topup' as const,
    amount: payment.tokens,
    status: 'failed' as const,
    date: payment.created_at,
    title: `${payment.plan_name}: ${NOT_CREDITED[payment.standing]}`,
    price: majorUnits(payment.amount),
    currency: payment.currency,
  }));
}

/** Purchases in a member's history: prices, receipts, and orders that are unpaid or failed. */
export const paymentsInHistory: MovementSource = {
  async describe(db: Db, transactionIds) {
    const described = new Map<number, MovementDetails>();
    if (transactionIds.length === 0) return described;
    const orders = await db
      .selectFrom('payment_orders as o')
      .leftJoin('receipts as r', 'r.order_id', 'o.id')
      .select(['o.ledger_transaction_id', 'o.plan_name', 'o.amount', 'o.currency', 'r.order_id', 'r.number'])
      .where('o.ledger_transaction_id', 'in', [...transactionIds])
      .execute();
    for (const order of orders) {
      if (order.ledger_transaction_id === null) continue;
      described.set(order.ledger_transaction_id, {
        title: order.plan_name,
        price: majorUnits(order.amount),
        currency: order.currency,
        ...(order.order_id === null ? {} : receiptLink(order.number)),
      });
    }
    // The references of refunds and disputes contain their ids.
    const { rows } = await sql<{
      id: number;
      what: string;
      plan_name: string;
      amount: number | null;
      currency: string;
      voucher_of: string | null;
      number: string | null;
    }>`
      SELECT t.id, split_part(t.reference, ':', 1) AS what, o.plan_name, r.amount, o.currency,
        v.refund_id AS voucher_of, v.number
      FROM ledger_transactions AS t
      LEFT JOIN refunds AS r ON t.reference = 'refund:' || r.id
      LEFT JOIN refund_vouchers AS v ON v.refund_id = r.id
      LEFT JOIN disputes AS d ON split_part(t.reference, ':', 1) IN ('hold', 'release') AND d.id = split_part(t.reference, ':', 2)
      JOIN payments AS p ON p.id = coalesce(r.payment_id, d.payment_id)
      JOIN payment_orders AS o ON o.id = p.order_id
      WHERE t.id = ANY (${[...transactionIds]}::bigint[]) AND t.kind = 'refund'
    `.execute(db);
    for (const { id, what, plan_name, amount, currency, voucher_of, number } of rows) {
      described.set(id, {
        title: `${plan_name}: ${TITLES[what] ?? 'refund'}`,
        ...(amount === null ? {} : { price: majorUnits(amount), currency }),
        ...(voucher_of === null ? {} : receiptLink(number)),
      });
    }
    return described;
  },

  async otherMovements(db, memberId, { before, limit }) {
    const payments = await uncreditedPayments(db, memberId, { before, limit });
    const refunds = await refundsWithoutTokens(db, memberId, { before, limit });
    const orders = await db
      .selectFrom('payment_orders')
      .select(['id', 'plan_name', 'tokens', 'amount', 'currency', 'status', 'created_at'])
      .where('member_id', '=', memberId)
      .where('status', 'in', ['created', 'failed'])
      .where('gateway_order_id', 'is not', null)
      .where(isBefore(before, 'created_at', 'id'))
      .orderBy('created_at', 'desc')
      .orderBy(sql`id COLLATE "C"`, 'desc')
      .limit(limit)
      .execute();
    const purchases = orders.map((order) => ({
      trnId: order.id,
      type: 'topup' as const,
      amount: order.tokens,
      status: order.status === 'created' ? ('pending' as const) : ('failed' as const),
      date: order.created_at,
      title: order.plan_name,
      price: majorUnits(order.amount),
      currency: order.currency,
    }));
    return [...purchases, ...payments, ...refunds];
  },
};
