import type { FastifyInstance } from 'fastify';
import { regularly } from '../../schedule.ts';
import type { Payments } from './context.ts';
import { numberReceipts } from './receipts/numbers.ts';
import { checkDueOrders } from './reconciliation/order-checks.ts';
import {
  sweepMonth,
  sweepRecentPayments,
  sweepRecentRefunds,
  watchWebhooks,
} from './reconciliation/sweeps.ts';
import { returnOwedPayments } from './refunds/returns.ts';
import { cleanUpPayments } from './retention.ts';
import { retryEvents } from './webhooks/queue.ts';

/** Buyers look for their receipts at once. */
const NUMBER_MS = 1_000;
const CLEAN_UP_MS = 60 * 60_000;

/**
 * Looks after what calls and webhooks left open. Each task has a timer of its own, so that none waits for another. Sweeps
 * are claimed in the database: however often processes look, they run as often as they should.
 */
export function startPaymentTasks(app: FastifyInstance, payments: Payments, tickMs: number): void {
  const tasks: [purpose: string, work: (payments: Payments) => Promise<void>, everyMs?: number][] = [
    ['list recent payments', sweepRecentPayments],
    ['check open orders', checkDueOrders],
    ['return payments that nobody owes', returnOwedPayments],
    ['list recent refunds', sweepRecentRefunds],
    ["compare the gateway's books", sweepMonth],
    ['try webhooks again', retryEvents],
    ['watch the webhooks', watchWebhooks],
    ['number receipts', numberReceipts, Math.min(tickMs, NUMBER_MS)],
    ['clean up orders and webhooks', cleanUpPayments, CLEAN_UP_MS],
  ];
  for (const [purpose, work, everyMs = tickMs] of tasks) {
    regularly(app, { purpose, everyMs, work: () => work(payments) });
  }
}
