import type { Payments } from './context.ts';
import { deleteAbandonedOrders, deleteOldEvents } from './store.ts';

const BATCH = 1_000;

/**
 * Deletes handled webhooks and abandoned orders after 90 days. An order for which any money has moved stays, and one that is
 * paid later is restored from the gateway.
 */
export async function cleanUpPayments({
  db,
  isStopping,
}: Pick<Payments, 'db' | 'isStopping'>): Promise<void> {
  for (;;) {
    const events = await deleteOldEvents(db, BATCH);
    const orders = await deleteAbandonedOrders(db, BATCH);
    if (Math.max(events, orders) < BATCH || isStopping()) return;
  }
}
