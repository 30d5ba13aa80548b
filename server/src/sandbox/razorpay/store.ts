import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../../database/database.ts';
import { type SandboxDispute, type SandboxPayment, type SandboxRefund, SandboxRefusal } from './entities.ts';
import type { SandboxTables } from './tables.ts';

type Kind = 'orders' | 'payments' | 'refunds' | 'disputes';
type Row<K extends Kind> = Selectable<SandboxTables[`razorpay_sandbox.${K}`]>;

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
