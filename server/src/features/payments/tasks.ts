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
const NUMBER_MS = 2_000;
const CLEAN_UP_MS = 60 * 60_000;

/**
 * Finishes what requests and webhooks left open. Each task has a timer of its own, so that none waits for another. Sweeps
 * are claimed in the database: however often processes ask, they run as often as they should.
 */
export function paymentTasks(payments: Payments, tickMs: number): PeriodicTask[] {
  /** For what is due every ten minutes at most. */
  const rarelyMs = 6 * tickMs;
  const tasks: [purpose: string, work: (payments: Payments) => Promise<void>, everyMs: number][] = [
    ['list recent payments', sweepRecentPayments, tickMs],
    ['check open orders', checkDueOrders, tickMs],
    ['return surplus payments', returnDuePayments, tickMs],
    ['list recent refunds', sweepRecentRefunds, rarelyMs],
    ["compare the gateway's books", sweepMonth, rarelyMs],
    ['retry webhooks', retryEvents, tickMs],
    ['check for missing webhooks', watchWebhooks, rarelyMs],
    ['number receipts', numberReceipts, Math.min(tickMs, NUMBER_MS)],
  ];
  return [
    ...tasks.map(([purpose, work, everyMs]) => ({
      purpose,
      everyMs,
      claimsItsWork: true,
      run: () => work(payments),
    })),
    {
      purpose: 'delete old orders and webhooks',
      everyMs: CLEAN_UP_MS,
      run: () => cleanUpPayments(payments),
    },
  ];
}
