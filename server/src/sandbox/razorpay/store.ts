import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../../database/database.ts';
import {
  newId,
  type SandboxDispute,
  type SandboxOrder,
  type SandboxPayment,
  type SandboxRefund,
  SandboxRefusal,
} from './entities.ts';
import type { SandboxTables } from './tables.ts';

type Kind = 'orders' | 'payments' | 'refunds' | 'disputes';
type Row<K extends Kind> = Selectable<SandboxTables[`razorpay_sandbox.${K}`]>;
type New<K extends Kind> = Omit<Insertable<SandboxTables[`razorpay_sandbox.${K}`]>, 'id'>;

/** @throws {SandboxRefusal} when there is none of this id */
export async function find<K extends Kind>(db: Db | Tx, kind: K, id: string): Promise<Row<K>> {
  const { rows } = await sql<Row<K>>`
    SELECT * FROM ${sql.table(`razorpay_sandbox.${kind}`)} WHERE id = ${id}
  `.execute(db);
  if (rows[0] === undefined) throw new SandboxRefusal('The id provided does not exist');
  return rows[0];
}

/** The part of a list that is asked for, as Razorpay takes it: times in seconds, ten items unless `count` says otherwise. */
export const Page = z.object({
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
});
export type Page = z.output<typeof Page>;

type Listed = 'payments' | 'refunds' | 'disputes';

/** Newest first. @param paymentId only what belongs to this payment */
async function list<Row>(db: Db, table: Listed, page: Page, paymentId?: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT * FROM ${sql.table(`razorpay_sandbox.${table}`)}
    WHERE created_at >= to_timestamp(${page.from ?? 0}) AND created_at < to_timestamp(${(page.to ?? 2 ** 31) + 1})
    ${paymentId === undefined ? sql`` : sql`AND payment_id = ${paymentId}`}
    ORDER BY created_at DESC, id DESC LIMIT ${page.count} OFFSET ${page.skip}
  `.execute(db);
  return rows;
}

export const listPayments = (db: Db, page: Page) => list<SandboxPayment>(db, 'payments', page);
export const listRefunds = (db: Db, page: Page, paymentId?: string) =>
  list<SandboxRefund>(db, 'refunds', page, paymentId);
export const listDisputes = (db: Db, page: Page) => list<SandboxDispute>(db, 'disputes', page);

export async function createOrder(
  db: Db,
  order: { amount: number; currency: string; receipt: string | undefined; notes: Record<string, unknown> },
): Promise<SandboxOrder> {
  return db
    .insertInto('razorpay_sandbox.orders')
    .values({
      id: newId('order'),
      amount: order.amount,
      currency: order.currency,
      receipt: order.receipt ?? null,
      notes: JSON.stringify(order.notes),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first, as Razorpay lists. */
export async function listOrders(db: Db, receipt: string | undefined): Promise<SandboxOrder[]> {
  return db
    .selectFrom('razorpay_sandbox.orders')
    .selectAll()
    .$if(receipt !== undefined, (query) => query.where('receipt', '=', receipt ?? ''))
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
}

/** Counts an attempt to pay an order. @returns undefined where there is no such order */
export async function countAttempt(tx: Tx, orderId: string): Promise<SandboxOrder | undefined> {
  return tx
    .updateTable('razorpay_sandbox.orders')
    .set({
      attempts: sql<number>`attempts + 1`,
      status: sql`CASE status WHEN 'created' THEN 'attempted' ELSE status END`,
    })
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirst();
}

export async function markPaid(tx: Tx, orderId: string): Promise<SandboxOrder> {
  return tx
    .updateTable('razorpay_sandbox.orders')
    .set({ status: 'paid' })
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertPayment(tx: Tx, payment: New<'payments'>): Promise<SandboxPayment> {
  return tx
    .insertInto('razorpay_sandbox.payments')
    .values({ id: newId('pay'), ...payment })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export async function listOrderPayments(db: Db, orderId: string): Promise<SandboxPayment[]> {
  return db
    .selectFrom('razorpay_sandbox.payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Marks a payment as captured that is not. @returns undefined where there is none */
export async function markCaptured(tx: Tx, paymentId: string): Promise<SandboxPayment | undefined> {
  return tx
    .updateTable('razorpay_sandbox.payments')
    .set({ status: 'captured' })
    .where('id', '=', paymentId)
    .where('status', 'in', ['authorized', 'failed'])
    .returningAll()
    .executeTakeFirst();
}

/** @throws {SandboxRefusal} when there is none of this id */
export async function lockPayment(tx: Tx, id: string): Promise<SandboxPayment> {
  const payment = await tx
    .selectFrom('razorpay_sandbox.payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (payment === undefined) throw new SandboxRefusal('The id provided does not exist');
  return payment;
}

export async function setRefunded(
  tx: Tx,
  paymentId: string,
  { refunded, status }: { refunded: number; status: 'refunded' | 'captured' },
): Promise<SandboxPayment> {
  return tx
    .updateTable('razorpay_sandbox.payments')
    .set({ amount_refunded: refunded, status })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findRefundByKey(tx: Tx, key: string): Promise<SandboxRefund | undefined> {
  return tx
    .selectFrom('razorpay_sandbox.refunds')
    .selectAll()
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export async function insertRefund(tx: Tx, refund: New<'refunds'>): Promise<SandboxRefund> {
  return tx
    .insertInto('razorpay_sandbox.refunds')
    .values({ id: newId('rfnd'), ...refund })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends a refund that is pending. @returns undefined where it is not */
export async function endPending(
  tx: Tx,
  id: string,
  status: 'processed' | 'failed',
): Promise<SandboxRefund | undefined> {
  return tx
    .updateTable('razorpay_sandbox.refunds')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

export async function insertDispute(tx: Tx, dispute: New<'disputes'>): Promise<SandboxDispute> {
  return tx
    .insertInto('razorpay_sandbox.disputes')
    .values({ id: newId('disp'), ...dispute })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateDispute(
  tx: Tx,
  id: string,
  changes: Pick<SandboxDispute, 'status' | 'amount_deducted'>,
): Promise<SandboxDispute> {
  return tx
    .updateTable('razorpay_sandbox.disputes')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
