import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPaymentsApp, type PaymentsApp } from '../../../../testing/apps/payments-app.ts';
import { createLog } from '../../../log.ts';

const lines: { alert?: boolean; msg: string; creditedWithoutWebhook?: number }[] = [];
const alerts = () => lines.filter(({ alert, msg }) => alert === true && msg.startsWith('no webhook'));

let testApp: PaymentsApp;
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  // The watch looks in every sixth tick.
  const config = { payments: { tickMs: 40 } };
  testApp = await createPaymentsApp({ config, log: createLog('error', destination) });
});
afterAll(() => testApp.close());

async function takeTurn(): Promise<void> {
  await sql`UPDATE payment_sweeps SET next_at = now() WHERE name = 'webhook-silence'`.execute(testApp.db);
  const isOver = async () => {
    const { next_at } = await testApp.db
      .selectFrom('payment_sweeps')
      .select('next_at')
      .where('name', '=', 'webhook-silence')
      .executeTakeFirstOrThrow();
    return next_at.getTime() > Date.now();
  };
  await vi.waitUntil(isOver, { timeout: 20_000 });
}

/** Has the watch look at what there is now. A turn begins only once the one before has ended, so what that found is logged. */
async function watch(): Promise<void> {
  await takeTurn();
  await takeTurn();
}

it('an hour without webhooks is an alert where orders are credited otherwise', {
  timeout: 30_000,
}, async () => {
  await testApp.buyer();
  await testApp.buyer();
  await watch();
  expect(alerts()).toEqual([]);
  await testApp.buyer();
  await watch();
  expect(alerts()[0]).toMatchObject({ creditedWithoutWebhook: 3 });
  await testApp.webhook('subscription.charged', {});
  await watch();
  const before = alerts().length;
  await watch();
  expect(alerts()).toHaveLength(before);
});
