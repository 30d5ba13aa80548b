import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { SourceRateLimit } from '../../rate-limit/source-rate-limit.ts';
import type { StoredEvent } from './store.ts';
import { EventWriter } from './writer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const event: StoredEvent = {
  happenedAt: new Date(),
  sessionId: 'a-visit-of-tests',
  pageName: '/',
  eventType: 'view',
  browser: null,
  userAgent: null,
  device: null,
  referrer: null,
  meta: null,
  choice: undefined,
};

it('refuses events beyond its capacity and writes those that it accepted', async () => {
  const { db } = database;
  const writer = new EventWriter(db, 30);
  let added: Promise<void>[] = [];
  await db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE analytics_events IN ACCESS EXCLUSIVE MODE`.execute(tx);
    added = Array.from({ length: 3 }, () => writer.add(Array(10).fill(event)));
    await expect(async () => writer.add([event])).rejects.toMatchObject({
      status: 503,
      code: 'busy',
      headers: { 'retry-after': '1' },
    });
  });
  await Promise.all(added);
  await writer.add([event]);
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM analytics_events`.execute(db);
  expect(rows[0]?.count).toBe(31);
});

it('fails only the events that the table rejects', async () => {
  const { db } = database;
  const writer = new EventWriter(db);
  const wrong = { ...event, sessionId: 'x'.repeat(65) };
  const valid = { ...event, sessionId: 'next-to-a-wrong-one' };
  const results = await Promise.allSettled([valid, wrong, valid].map((submitted) => writer.add([submitted])));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM analytics_events WHERE session_id = 'next-to-a-wrong-one'
  `.execute(db);
  expect(rows[0]?.count).toBe(2);
});

it('fails all events of a batch that cannot be written, and continues', async () => {
  const { db } = database;
  const writer = new EventWriter(db);
  await sql`ALTER TABLE consent_records RENAME TO consent_records_away`.execute(db);
  const results = await Promise.allSettled([writer.add([event]), writer.add([event])]);
  await sql`ALTER TABLE consent_records_away RENAME TO consent_records`.execute(db);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await writer.add([event]);
});

it('refills the limit of each source over time', () => {
  const limit = new SourceRateLimit(60);
  expect(limit.consume({ id: 'a' }, 60, 0)).toBe(0);
  expect(limit.consume({ id: 'a' }, 10, 0)).toBe(10);
  expect(limit.consume({ id: 'b' }, 10, 0)).toBe(0);
  expect(limit.consume({ id: 'a' }, 10, 9_000)).toBe(1);
  expect(limit.consume({ id: 'a' }, 10, 10_500)).toBe(0);
  expect(limit.consume({ id: 'a' }, 61, 1_000_000)).toBeGreaterThan(0);
  const sources = Array.from({ length: 11 }, (_, index) => ({
    id: `2001:db8:0:${index}::/64`,
    network: 'home',
  }));
  expect(sources.map((source) => limit.consume(source, 60, 0))).toEqual([...Array(10).fill(0), 6]);
});
