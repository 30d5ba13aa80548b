import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createShop, type Shop } from '../../../../testing/apps/payments-app.ts';
import { createLog } from '../../../log.ts';

const lines: { alert?: boolean; msg: string; creditedWithoutWebhook?: number }[] = [];
const alerts = () => lines.filter(({ alert, msg }) => alert === true && msg.startsWith('no webhook'));

let shop: Shop;
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  shop = await createShop({ log: createLog('error', destination) });
});
afterAll(() => shop.close());

async function takeTurn(): Promise<void> {
  await sql`UPDATE payment_sweeps SET next_at = now() WHERE name = 'webhook-silence'`.execute(shop.db);
  await vi.waitUntil(async () => {
    const { next_at } = await shop.db
      .selectFrom('payment_sweeps')
      .select('next_at')
      .where('name', '=', 'webhook-silence')
      .executeTakeFirstOrThrow();
    return next_at.getTime() > Date.now();
  });
}

/** Has the watch look at what there is now. A turn begins only once the one before has ended, so what that found is logged. */
async function watch(): Promise<void> {
  await takeTurn();
  await takeTurn();
}

it('an hour without webhooks is an alert where orders are credited otherwise', {
  timeout: 30_000,
}, async () => {
  await shop.buyer();
  await shop.buyer();
  await watch();
  expect(alerts()).toEqual([]);
  await shop.buyer();
  await watch();
  expect(alerts()[0]).toMatchObject({ creditedWithoutWebhook: 3 });
  await shop.webhook('subscription.charged', {});
  await watch();
  const before = alerts().length;
  await watch();
  expect(alerts()).toHaveLength(before);
});
