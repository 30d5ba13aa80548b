import { GatewayRefusalError, GatewayUnavailableError } from '../../../gateways/card-payments.ts';
import type { Payments } from '../context.ts';

/**
 * Processes claimed items, several at a time. A failure of one item is logged and does not affect the others, unless the
 * gateway is unavailable: then no further item is started.
 *
 * @param options.describe ids for the log
 * @returns the items for which the gateway was unavailable, and those that were not started
 */
export async function processConcurrently<Item>(
  { log, isStopping }: Pick<Payments, 'log' | 'isStopping'>,
  items: readonly Item[],
  options: { atOnce: number; describe: (item: Item) => Record<string, string> },
  work: (item: Item) => Promise<unknown>,
): Promise<{ unavailable: Item[]; skipped: Item[] }> {
  const waiting = [...items];
  const unavailable: Item[] = [];
  async function lane(): Promise<void> {
    while (unavailable.length === 0 && !isStopping()) {
      const item = waiting.shift();
      if (item === undefined) return;
      const details = options.describe(item);
      try {
        await work(item);
      } catch (error) {
        if (error instanceof GatewayUnavailableError) {
          log.warn({ ...details, reason: error.message }, 'failed to reach the payment gateway');
          unavailable.push(item);
        } else if (error instanceof GatewayRefusalError) {
          log.error({ ...details, reason: error.message }, 'the payment gateway refused a request');
        } else {
          log.error({ err: error, ...details }, 'a background task of payments failed');
        }
      }
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, lane));
  return { unavailable, skipped: waiting };
}
