import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import type { MovementDetails, MovementSource } from '../wallet/service.ts';
import { majorUnits } from './money.ts';
import { receiptPath } from './receipts.ts';

/** Purchases in a member's history: what they cost, their receipts, and orders that are open or came to nothing. */
export const paymentsInHistory: MovementSource = {
  async describe(db: Db, transactionIds) {
    const described = new Map<number, MovementDetails>();
    if (transactionIds.length === 0) return described;
    const orders = await db
      .selectFrom('payment_orders as o')
      .leftJoin('receipts as r', 'r.order_id', 'o.id')
      .select(['o.ledger_transaction_id', 'o.plan_name', 'o.amount', 'o.currency', 'r.number'])
      .where('o.ledger_transaction_id', 'in', [...transactionIds])
      .execute();
    for (const order of orders) {
      if (order.ledger_transaction_id === null) continue;
      described.set(order.ledger_transaction_id, {
        title: order.plan_name,
        price: majorUnits(order.amount),
        currency: order.currency,
        ...(order.number === null ? {} : { receipt: receiptPath(order.number) }),
      });
    }
    return described;
  },

  async otherMovements(db, memberId, { before, limit }) {
    const orders = await db
      .selectFrom('payment_orders')
      .select(['id', 'plan_name', 'tokens', 'amount', 'currency', 'status', 'created_at'])
      .where('member_id', '=', memberId)
      .where('status', 'in', ['created', 'failed'])
      .where('gateway_order_id', 'is not', null)
      .$if(before !== undefined, (query) =>
        query.where(
          sql<boolean>`(created_at, id COLLATE "C") < (${before?.date}::timestamptz, ${before?.trnId}::text)`,
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy(sql`id COLLATE "C"`, 'desc')
      .limit(limit)
      .execute();
    return orders.map((order) => ({
      trnId: order.id,
      type: 'topup' as const,
      amount: order.tokens,
      status: order.status === 'created' ? ('pending' as const) : ('failed' as const),
      date: order.created_at,
      title: order.plan_name,
      price: majorUnits(order.amount),
      currency: order.currency,
    }));
  },
};
