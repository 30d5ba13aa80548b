import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';

// What concerns more than one of the folders: notices, personal data, retention.

/** A payment with its plan and its payer. */
export async function findPaidPlan(db: Db, paymentId: string) {
  return db
    .selectFrom('payments as p')
    .innerJoin('payment_orders as o', 'o.id', 'p.order_id')
    .select(['p.amount', 'p.currency', 'p.refunded', 'o.plan_name', 'o.member_id'])
    .where('p.id', '=', paymentId)
    .executeTakeFirst();
}

/** All orders of a member with their receipts, the oldest first. */
export async function findOrders(db: Db, memberId: string) {
  return db
    .selectFrom('payment_orders as o')
    .leftJoin('receipts as r', 'r.order_id', 'o.id')
    .select(['o.id', 'o.gateway_order_id', 'o.plan_name', 'o.tokens', 'o.tier', 'o.amount', 'o.currency'])
    .select(['o.status', 'o.created_at', 'o.paid_at', 'r.number', 'r.payment_id', 'r.buyer'])
    .where('o.member_id', '=', memberId)
    .orderBy('o.created_at')
    .execute();
}

/** All refund vouchers of a member, the oldest first. */
export async function findVouchers(db: Db, memberId: string) {
  return db
    .selectFrom('refund_vouchers as v')
    .innerJoin('refunds as f', 'f.id', 'v.refund_id')
    .select(['v.number', 'v.order_id', 'v.issued_at', 'v.buyer', 'f.amount', 'f.currency', 'f.kind'])
    .where('v.member_id', '=', memberId)
    .orderBy('v.issued_at')
    .execute();
}

/** Erases why payments of a member failed: that is the gateway's text, and may name the payer. */
export async function eraseFailures(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({ failure: null })
    .where('member_id', '=', memberId)
    .where('failure', 'is not', null)
    .execute();
}

/** Erases the buyer on all receipts and vouchers of a member. */
export async function eraseBuyer(tx: Tx, memberId: string): Promise<void> {
  for (const table of ['receipts', 'refund_vouchers'] as const) {
    await tx.updateTable(table).set({ buyer: '{}' }).where('member_id', '=', memberId).execute();
  }
}

/** Deletes events that have been done for 90 days, at most `limit`. @returns how many */
export async function deleteOldEvents(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM payment_events WHERE id IN (
      SELECT id FROM payment_events WHERE received_at < now() - interval '90 days' AND state = 'done' LIMIT ${limit}
    )
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes orders of 90 days ago for which no money has moved, at most `limit`. @returns how many */
export async function deleteAbandonedOrders(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH abandoned AS (
      SELECT o.id FROM payment_orders AS o
      WHERE o.ledger_transaction_id IS NULL AND o.created_at < now() - interval '90 days'
        AND NOT EXISTS (
          SELECT FROM payments AS p WHERE p.order_id = o.id AND (
            p.status IN ('captured', 'refunded') OR p.standing <> 'open' OR p.refunded > 0
            OR EXISTS (SELECT FROM refunds AS r WHERE r.payment_id = p.id)
            OR EXISTS (SELECT FROM refund_attempts AS a WHERE a.payment_id = p.id)
            OR EXISTS (SELECT FROM disputes AS d WHERE d.payment_id = p.id)))
      LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), tries AS (
      DELETE FROM payments WHERE order_id IN (SELECT id FROM abandoned)
    )
    DELETE FROM payment_orders WHERE id IN (SELECT id FROM abandoned)
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
