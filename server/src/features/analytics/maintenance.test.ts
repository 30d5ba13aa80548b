import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp } from '../../../testing/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { ANALYTICS_DAYS } from '../../site/texts.ts';
import { maintainAnalytics } from './maintenance.ts';
import { countPastDays, createPartitions, dropOldDays, findPartitionDays, insertEvents } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const DAY = 24 * 60 * 60 * 1000;
/** The day in UTC this many days ago. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

type Row = [session: string, page: string, type: string, device: string | null];

/** Adds a partition of a past day. */
async function addDay(day: string, rows: Row[]) {
  const name = sql.id(`analytics_events_${day.replaceAll('-', '')}`);
  const from = sql.lit(`${day} 00:00:00+00`);
  const to = sql.lit(new Date(Date.parse(day) + DAY).toISOString());
  await sql`CREATE TABLE ${name} PARTITION OF analytics_events FOR VALUES FROM (${from}) TO (${to})`.execute(
    database.db,
  );
  await addRows(day, rows);
}

async function addRows(day: string, rows: Row[]) {
  for (const [session, page, type, device] of rows) {
    await sql`
      INSERT INTO analytics_events (received_at, happened_at, session_id, page_name, event_type, device)
      VALUES (${`${day}T23:59:59.999Z`}, ${`${day}T23:59:59Z`}, ${session}, ${page}, ${type}, ${device})
    `.execute(database.db);
  }
}

/** The aggregated counts of a day. */
async function totals(day: string) {
  const { rows } = await sql`
    SELECT page_name AS page, event_type AS type, device, events, sessions
    FROM analytics_daily WHERE day = ${day}::date ORDER BY 1, 2, 3
  `.execute(database.db);
  return rows;
}

/** Moves the first count of a day to the end of that day. */
async function backdateCount(day: string) {
  await sql`
    UPDATE analytics_days SET counted_at = (day + 1)::timestamp AT TIME ZONE 'UTC' + interval '11 minutes'
    WHERE day = ${day}::date
  `.execute(database.db);
}

it('is not begun by a server that is asked to stop before it listens', async () => {
  const { app, listen, db, close } = await createTestApp({ lifecycle: { stopping: true } });
  try {
    const begun = new Promise<void>((resolve) => {
      // Hooks run one after the other, in the order of their plugins.
      app.register(async (last) => last.addHook('onListen', async () => resolve()));
    });
    await listen();
    await begun;
    expect(await db.selectFrom('consent_texts').selectAll().execute()).toEqual([]);
  } finally {
    await close();
  }
});

it('creates partitions ahead, also concurrently', async () => {
  await Promise.all([1, 2, 3, 4].map(() => createPartitions(database.db)));
  const days = await findPartitionDays(database.db);
  expect(days).toEqual(Array.from({ length: 8 }, (_, ahead) => daysAgo(-ahead)));
});

it('stores an event if no partition was created for days', async () => {
  const { db } = database;
  await sql`DROP TABLE ${sql.id(`analytics_events_${daysAgo(0).replaceAll('-', '')}`)}`.execute(db);
  await insertEvents(db, [
    {
      happenedAt: new Date(),
      sessionId: 'a-visit-of-tests',
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

it('counts a past day once, and drops it after the retention period', async () => {
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
  await Promise.all([maintainAnalytics(db), maintainAnalytics(db), maintainAnalytics(db)]);
  expect(await countPastDays(db)).toEqual([]);
  expect(await totals(old)).toEqual([{ page: '/', type: 'view', device: 'tablet', events: 1, sessions: 1 }]);
  expect(await totals(yesterday)).toEqual([
    { page: '/', type: 'view', device: 'desktop', events: 1, sessions: 1 },
    { page: '/pricing', type: 'click', device: 'unknown', events: 1, sessions: 1 },
    { page: '/pricing', type: 'view', device: 'mobile', events: 3, sessions: 2 },
  ]);
  const days = await findPartitionDays(db);
  expect(days).not.toContain(old);
  expect(days).toContain(daysAgo(ANALYTICS_DAYS));
  expect(days).toContain(yesterday);
});

it('counts late events of a day a day later, and again before the day is dropped', async () => {
  const { db } = database;
  const day = daysAgo(5);
  const view = (session: string): Row => [session, '/late', 'view', 'mobile'];
  const counted = (events: number, sessions: number) => [
    { page: '/late', type: 'view', device: 'mobile', events, sessions },
  ];
  await addDay(day, [view('one')]);
  expect(await countPastDays(db)).toEqual([day]);
  await addRows(day, [view('one'), view('two')]);
  expect(await countPastDays(db)).toEqual([]);
  expect(await totals(day)).toEqual(counted(1, 1));

  await backdateCount(day);
  const again = await Promise.all([countPastDays(db), countPastDays(db), countPastDays(db)]);
  expect(again.flat()).toEqual([day]);
  expect(await totals(day)).toEqual(counted(3, 2));

  await addRows(day, [view('three')]);
  await Promise.all([1, 2, 3].map(() => dropOldDays(db, 4)));
  expect(await totals(day)).toEqual(counted(4, 3));
  expect(await findPartitionDays(db)).not.toContain(day);
  expect(await countPastDays(db)).toEqual([]);
});

it('counts an uncounted day before it drops it', async () => {
  const { db } = database;
  const day = daysAgo(ANALYTICS_DAYS + 2);
  await addDay(day, [['one', '/', 'view', 'desktop']]);
  expect(await dropOldDays(db, ANALYTICS_DAYS)).toEqual([day]);
  expect(await totals(day)).toEqual([{ page: '/', type: 'view', device: 'desktop', events: 1, sessions: 1 }]);
});

it('deletes evidence of choices after three years', async () => {
  const { db } = database;
  await sql`
    INSERT INTO consent_records (version, analytics, marketing, decided_at)
    SELECT 1, true, false, now() - age
    FROM unnest(ARRAY[interval '3 years 1 hour', interval '3 years -1 hour', interval '0']) AS age
  `.execute(db);
  await maintainAnalytics(db);
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM consent_records`.execute(db);
  expect(rows).toEqual([{ count: 2 }]);
});

it('counts pages beyond the limit together', async () => {
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
  expect(await countPastDays(db)).toEqual([day]);
  const { rows } = await sql<{ pages: number; events: number; real: number; other: number }>`
    SELECT count(*) AS pages, sum(events)::bigint AS events,
      sum(events) FILTER (WHERE page_name = '/real')::bigint AS real,
      sum(events) FILTER (WHERE page_name = '(other)')::bigint AS other
    FROM analytics_daily WHERE day = ${day}::date
  `.execute(db);
  expect(rows[0]).toEqual({ pages: 5001, events: 6002, real: 2, other: 1001 });
});
