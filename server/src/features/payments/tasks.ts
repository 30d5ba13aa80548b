import type { PeriodicTask } from '../../periodic-task.ts';
import type { Payments } from './context.ts';
import { numberReceipts } from './receipts/numbers.ts';
import { checkDueOrders } from './reconciliation/order-checks.ts';
import {
  sweepMonth,
  sweepRecentPayments,
  sweepRecentRefunds,
  watchWebhooks,
} from './reconciliation/sweeps.ts';
import { returnDuePayments } from './refunds/returns.ts';
import { cleanUpPayments } from './retention.ts';
import { retryEvents } from './webhooks/queue.ts';

/** Buyers expect their receipts at once. */
const NUMBER_MS = 1_000;
const CLEAN_UP_MS = 60 * 60_000;

/**
 * Finishes what requests and webhooks left open. Each task has a timer of its own, so that none waits for another. Sweeps
 * are claimed in the database: however often processes ask, they run as often as they should.
 */
export function paymentTasks(payments: Payments, tickMs: number): PeriodicTask[] {
  const tasks: [purpose: string, work: (payments: Payments) => Promise<void>, everyMs?: number][] = [
    ['list recent payments', sweepRecentPayments],
    ['check open orders', checkDueOrders],
    ['return surplus payments', returnDuePayments],
    ['list recent refunds', sweepRecentRefunds],
    ["compare the gateway's books", sweepMonth],
    ['retry webhooks', retryEvents],
    ['check for missing webhooks', watchWebhooks],
    ['number receipts', numberReceipts, Math.min(tickMs, NUMBER_MS)],
    ['delete old orders and webhooks', cleanUpPayments, CLEAN_UP_MS],
  ];
  return tasks.map(([purpose, work, everyMs = tickMs]) => ({ purpose, everyMs, run: () => work(payments) }));
}
