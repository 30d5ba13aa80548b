import { GatewayRefusalError, GatewayUnavailableError } from '../../../gateways/card-payments.ts';
import type { Payments } from '../context.ts';

/**
 * Works on claimed items, several at once. What fails for one item is logged and does not keep the others from their turn,
 * unless the gateway is in trouble: then no further item is begun.
 *
 * @param options.describe ids for the log
 * @returns the items that the gateway could not be asked for, and those that were not begun
 */
export async function workThrough<Item>(
  { log, isStopping }: Pick<Payments, 'log' | 'isStopping'>,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  options: { atOnce: number; describe: (item: Item) => Record<string, string> },
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
          log.warn({ ...details, reason: error.message }, 'could not ask the payment gateway');
          unavailable.push(item);
        } else if (error instanceof GatewayRefusalError) {
          log.error({ ...details, reason: error.message }, 'the payment gateway refused what was asked');
        } else {
          log.error({ err: error, ...details }, 'a background task of payments failed');
        }
      }
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, lane));
  return { unavailable, skipped: waiting };
}
