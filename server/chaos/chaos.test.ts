// @module-tag processes
import { randomInt } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { createDataDir } from '../testing/data-dir.ts';
import { runSuite } from './suite.ts';

// A short run of `npm run test:chaos`, which kills three hundred times and waits as long as a real server does.
it('C2 C3 C4 C5 D6: nothing is lost in three kills of the server and two of PostgreSQL under mixed load', {
  timeout: 300_000,
}, async () => {
  const seed = randomInt(1, 1_000_000);
  const { kinds, acknowledged, payments, slowestReadyMs, slowestSettlementMs, ...counts } = await runSuite({
    appKills: 3,
    postgresKills: 2,
    seed,
    dataDir: createDataDir(inject('templateDataDir')),
    skipsWaits: true,
    webhooks: { on: 3, twice: 1, reversed: 1, off: 0 },
    // Other tests share the machine; the long suite checks the limit of ten seconds.
    readyWithinMs: 30_000,
  });
  expect(counts, `seed ${seed}`).toMatchObject({ appKills: 3, postgresKills: 2, violations: [] });
  // Every kind of write occurred.
  for (const kind of ['sign-up', 'unlock', 'order', 'payment', 'verify'] as const) {
    expect(kinds[kind], kind).toBeGreaterThan(0);
  }
  expect(acknowledged).toBeGreaterThan(50);
  expect(payments).toBeGreaterThan(5);
  expect(slowestReadyMs).toBeGreaterThan(0);
  expect(slowestSettlementMs).toBeLessThan(120_000);
});
