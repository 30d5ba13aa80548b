import { sql } from 'kysely';
import { type Db, inTransaction } from '../src/database/database.ts';

/** Makes every order, return, webhook and sweep due now, as if the time until its next attempt had passed. */
export async function makePaymentsDue(db: Db): Promise<void> {
  for (const statement of [
    sql`UPDATE payment_orders SET next_check_at = now() WHERE next_check_at IS NOT NULL`,
    sql`UPDATE payments SET give_back_at = now() WHERE give_back_at < 'infinity'`,
    sql`UPDATE payment_events SET next_at = now() WHERE state = 'waiting'`,
    sql`UPDATE payment_sweeps SET next_at = now()`,
  ]) {
    // A deadlock with a task that changes the same rows is retried.
    await inTransaction(db, (tx) => statement.execute(tx));
  }
}
