import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { ANALYTICS_DAYS } from '../../texts.ts';
import { countOverDays, dropOldDays, insertEvents, makePartitions, partitionDays } from './store.ts';
import { keepUpAnalytics } from './upkeep.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const DAY = 24 * 60 * 60 * 1000;
/** A day of UTC, so many before today. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** A partition of the past, as it is after so many days. */
async function addDay(
  day: string,
  rows: [session: string, page: string, type: string, device: string | null][],
) {
  const name = sql.id(`analytics_events_${day.replaceAll('-', '')}`);
  const from = sql.lit(`${day} 00:00:00+00`);
  const to = sql.lit(new Date(Date.parse(day) + DAY).toISOString());
  await sql`CREATE TABLE ${name} PARTITION OF analytics_events FOR VALUES FROM (${from}) TO (${to})`.execute(
    database.db,
  );
  for (const [session, page, type, device] of rows) {
    await sql`
      INSERT INTO analytics_events (received_at, happened_at, session_id, page_name, event_type, device)
      VALUES (${`${day}T23:59:59.999Z`}, ${`${day}T23:59:59Z`}, ${session}, ${page}, ${type}, ${device})
    `.execute(database.db);
  }
}

it('partitions are made ahead, by several at once too', async () => {
  await Promise.all([1, 2, 3, 4].map(() => makePartitions(database.db)));
  const days = await partitionDays(database.db);
  expect(days).toEqual(Array.from({ length: 8 }, (_, ahead) => daysAgo(-ahead)));
});

it('an event finds its place where nobody has made one for days', async () => {
  const { db } = database;
  await sql`DROP TABLE ${sql.id(`analytics_events_${daysAgo(0).replaceAll('-', '')}`)}`.execute(db);
  await insertEvents(db, [
    {
      happenedAt: new Date(),
      sessionId: 'a-visit-of-tests',
      memberId: null,
      pageName: '/today',
      eventType: 'view',
      browser: null,
      userAgent: null,
      device: null,
      referrer: null,
      meta: { a: 1 },
      choice: undefined,
    },
  ]);
  expect(await db.selectFrom('analytics_events').select(['page_name', 'meta']).execute()).toEqual([
    { page_name: '/today', meta: { a: 1 } },
  ]);
});

it('a day that is over is counted once, and dropped when its time is over', async () => {
  const { db } = database;
  const yesterday = daysAgo(1);
  const old = daysAgo(ANALYTICS_DAYS + 1);
  await addDay(yesterday, [
    ['one', '/pricing', 'view', 'mobile'],
    ['one', '/pricing', 'view', 'mobile'],
    ['two', '/pricing', 'view', 'mobile'],
    ['two', '/pricing', 'click', null],
    ['two', '/', 'view', 'desktop'],
  ]);
  await addDay(old, [['three', '/', 'view', 'tablet']]);
  await addDay(daysAgo(ANALYTICS_DAYS), []);
  // A day that was not counted stays, however old it is.
  expect(await dropOldDays(db, ANALYTICS_DAYS)).toEqual([]);

  await Promise.all([keepUpAnalytics(db), keepUpAnalytics(db), keepUpAnalytics(db)]);
  expect(await countOverDays(db)).toEqual([]);
  const { rows } = await sql`
    SELECT day::text, page_name, event_type, device, events, sessions FROM analytics_daily ORDER BY 1, 2, 3, 4
  `.execute(db);
  expect(rows).toEqual([
    { day: old, page_name: '/', event_type: 'view', device: 'tablet', events: 1, sessions: 1 },
    { day: yesterday, page_name: '/', event_type: 'view', device: 'desktop', events: 1, sessions: 1 },
    { day: yesterday, page_name: '/pricing', event_type: 'click', device: 'unknown', events: 1, sessions: 1 },
    { day: yesterday, page_name: '/pricing', event_type: 'view', device: 'mobile', events: 3, sessions: 2 },
  ]);
  const days = await partitionDays(db);
  expect(days).not.toContain(old);
  expect(days).toContain(daysAgo(ANALYTICS_DAYS));
  expect(days).toContain(yesterday);
});

it('pages that somebody has invented are counted together', async () => {
  const { db } = database;
  const day = daysAgo(3);
  await addDay(day, [['one', '/real', 'view', 'desktop']]);
  await sql`
    INSERT INTO analytics_events (received_at, happened_at, session_id, page_name, event_type, device)
    SELECT ${`${day}T12:00:00Z`}::timestamptz, ${`${day}T12:00:00Z`}::timestamptz, 'flood', '/invented/' || n, 'view', 'desktop'
    FROM generate_series(1, 6000) AS n
    UNION ALL
    SELECT ${`${day}T12:00:00Z`}::timestamptz, ${`${day}T12:00:00Z`}::timestamptz, 'two', '/real', 'view', 'desktop'
  `.execute(db);
  expect(await countOverDays(db)).toEqual([day]);
  const { rows } = await sql<{ pages: number; events: number; real: number; other: number }>`
    SELECT count(*) AS pages, sum(events)::bigint AS events,
      sum(events) FILTER (WHERE page_name = '/real')::bigint AS real,
      sum(events) FILTER (WHERE page_name = '(other)')::bigint AS other
    FROM analytics_daily WHERE day = ${day}::date
  `.execute(db);
  expect(rows[0]).toEqual({ pages: 5001, events: 6002, real: 2, other: 1001 });
});
