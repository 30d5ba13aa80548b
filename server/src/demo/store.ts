import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';

/** Whether the catalogue holds nothing at all. */
export async function isCatalogueEmpty(db: Db | Tx): Promise<boolean> {
  const category = await db.selectFrom('categories').select('id').limit(1).executeTakeFirst();
  const experience = await db.selectFrom('experiences').select('id').limit(1).executeTakeFirst();
  return category === undefined && experience === undefined;
}

/** Locks the catalogue against changes by other processes until the end of the transaction. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await sql`LOCK TABLE categories IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** Whether the sandbox of payments has an order. */
export async function hasSandboxOrder(db: Db): Promise<boolean> {
  const order = await db.selectFrom('razorpay_sandbox.orders').select('id').limit(1).executeTakeFirst();
  return order !== undefined;
}
