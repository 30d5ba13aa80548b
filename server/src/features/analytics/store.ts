import type { ConsentMeta, Device, EventType } from '@oriel/contract';
import { sql } from 'kysely';
import { type Db, inTransaction, sqlState, type Tx } from '../../database/database.ts';

/** An event as it is stored. */
export interface StoredEvent {
  happenedAt: Date;
  sessionId: string;
  pageName: string;
  eventType: EventType;
  browser: string | null;
  userAgent: string | null;
  device: Device | null;
  referrer: string | null;
  meta: Record<string, unknown> | null;
  /** The choice, if the event is a choice about cookies. */
  choice: ConsentMeta | undefined;
}

/** The number of days ahead for which partitions exist. */
const DAYS_AHEAD = 7;
/** Also raised if no partition fits a row. */
const CHECK_VIOLATION = '23514';
/** Combinations per day that are stored by name, so that a flood of invented pages cannot fill the table. */
const MAX_COUNTED = 5_000;
const OTHER_PAGES = '(other)';
/** Bounds how long writers queue behind a lock on the table of events. */
const LOCK_TIMEOUT = sql`SET LOCAL lock_timeout = '1s'`;
/** Events received before are assumed to be committed. */
const SETTLED_UNTIL = sql`((now() - interval '10 minutes') AT TIME ZONE 'UTC')`;
/** Whether the row `counted` was counted during the day after, and that day is over too. */
const NEEDS_RECOUNT = sql`(
  counted.day + 2 <= ${SETTLED_UNTIL} AND counted.counted_at AT TIME ZONE 'UTC' < counted.day + 2
)`;

async function insertOnce(db: Db, events: readonly StoredEvent[]): Promise<void> {
  const choices = events.flatMap(({ choice }) => choice ?? []);
  await sql`
    WITH evidence AS (
      INSERT INTO consent_records (version, analytics, marketing, text_hash)
      SELECT * FROM unnest(
        ${choices.map(({ version }) => version)}::smallint[],
        ${choices.map(({ analytics }) => analytics)}::boolean[],
        ${choices.map(({ marketing }) => marketing)}::boolean[],
        ${choices.map(({ text }) => text ?? null)}::text[]
      )
    )
    INSERT INTO analytics_events
      (happened_at, session_id, page_name, event_type, browser, user_agent, device, referrer, meta)
    SELECT * FROM unnest(
      ${events.map(({ happenedAt }) => happenedAt.toISOString())}::timestamptz[],
      ${events.map(({ sessionId }) => sessionId)}::text[],
      ${events.map(({ pageName }) => pageName)}::text[],
      ${events.map(({ eventType }) => eventType)}::text[],
      ${events.map(({ browser }) => browser)}::text[],
      ${events.map(({ userAgent }) => userAgent)}::text[],
      ${events.map(({ device }) => device)}::text[],
      ${events.map(({ referrer }) => referrer)}::text[],
      ${events.map(({ meta }) => meta && JSON.stringify(meta))}::jsonb[]
    )
  `.execute(db);
}

/** Stores events, and evidence of the choices among them, atomically and durably. */
export async function insertEvents(db: Db, events: readonly StoredEvent[]): Promise<void> {
  try {
    await insertOnce(db, events);
  } catch (error) {
    if (sqlState(error) !== CHECK_VIOLATION) throw error;
    // No process has created partitions for days.
    await createPartitions(db);
    await insertOnce(db, events);
  }
}

/** Creates the partitions of today and the days ahead. */
export async function createPartitions(db: Db): Promise<void> {
  await sql`SELECT make_analytics_partitions(${DAYS_AHEAD})`.execute(db);
}

/** The days with a partition, such as `2026-11-21`, oldest first. */
export async function findPartitionDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT to_char(to_date(right(child.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') AS day
    FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
    WHERE inhparent = 'analytics_events'::regclass AND child.relname ~ '^analytics_events_[0-9]{8}$'
    ORDER BY 1
  `.execute(db);
  return rows.map(({ day }) => day);
}

/**
 * The days that need counting, by the database's clock: once after they end, with time for running commits, and again a day
 * later, for late commits and for clocks that were set back.
 */
async function daysToCount(db: Db, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT d.day FROM unnest(${days}::text[]) AS d (day)
    LEFT JOIN analytics_days AS counted ON counted.day = d.day::date
    WHERE d.day::date + 1 <= ${SETTLED_UNTIL}
      AND (counted.day IS NULL OR ${NEEDS_RECOUNT})
    ORDER BY 1
  `.execute(db);
  return rows.map(({ day }) => day);
}

/** Counts the current events of a day; replaces earlier counts. */
async function countDay(tx: Tx, day: string): Promise<void> {
  // May take long with many events, and must leave processor time for requests.
  await sql`SET LOCAL statement_timeout = '30min'`.execute(tx);
  await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(tx);
  await sql`DELETE FROM analytics_daily WHERE day = ${day}::date`.execute(tx);
  await sql`
    INSERT INTO analytics_daily (day, page_name, event_type, device, events, sessions)
    WITH counted AS (
      SELECT page_name, event_type, COALESCE(device, 'unknown') AS device, session_id, count(*) AS events
      FROM analytics_events
      WHERE received_at >= ${day}::timestamp AT TIME ZONE 'UTC'
        AND received_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'
      GROUP BY 1, 2, 3, 4
    ), ranked AS (
      SELECT page_name, event_type, device,
        row_number() OVER (ORDER BY sum(events) DESC, page_name, event_type, device) AS place
      FROM counted GROUP BY 1, 2, 3
    )
    SELECT ${day}::date, CASE WHEN place <= ${MAX_COUNTED} THEN page_name ELSE ${OTHER_PAGES} END AS page,
      event_type, device, sum(events)::bigint, count(DISTINCT session_id)
    FROM counted JOIN ranked USING (page_name, event_type, device)
    GROUP BY page, event_type, device
  `.execute(tx);
}

/** Counts all past days that need it, until the process stops. @returns these days */
export async function countPastDays(db: Db, isStopping = () => false): Promise<string[]> {
  const counted: string[] = [];
  for (const day of await daysToCount(db, await findPartitionDays(db))) {
    if (isStopping()) break;
    await inTransaction(db, async (tx) => {
      const { numAffectedRows } = await sql`
        INSERT INTO analytics_days AS counted (day) VALUES (${day}::date)
        ON CONFLICT (day) DO UPDATE SET counted_at = now() WHERE ${NEEDS_RECOUNT}
      `.execute(tx);
      // Another process counted it meanwhile.
      if (!numAffectedRows) return;
      await countDay(tx, day);
      counted.push(day);
    });
  }
  return counted;
}

/**
 * Drops the events of days older than `keepDays`, after a last count.
 *
 * @returns these days
 */
export async function dropOldDays(db: Db, keepDays: number, isStopping = () => false): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT d.day FROM unnest(${await findPartitionDays(db)}::text[]) AS d (day)
    WHERE d.day::date < (now() AT TIME ZONE 'UTC')::date - ${keepDays}::integer
    ORDER BY 1
  `.execute(db);
  const dropped: string[] = [];
  for (const { day } of rows) {
    if (isStopping()) break;
    const name = `analytics_events_${day.replaceAll('-', '')}`;
    await inTransaction(db, async (tx) => {
      // One process at a time; the others find it dropped.
      await sql`SELECT pg_advisory_xact_lock(hashtext('old analytics days'))`.execute(tx);
      const { rows: existing } = await sql`SELECT WHERE to_regclass(${name}) IS NOT NULL`.execute(tx);
      if (existing.length === 0) return;
      await LOCK_TIMEOUT.execute(tx);
      // Blocks writers, so that the last count includes all events.
      await sql`LOCK TABLE ${sql.id(name)} IN SHARE MODE`.execute(tx);
      await sql`
        INSERT INTO analytics_days (day) VALUES (${day}::date)
        ON CONFLICT (day) DO UPDATE SET counted_at = now()
      `.execute(tx);
      await countDay(tx, day);
      await sql`DROP TABLE ${sql.id(name)}`.execute(tx);
      dropped.push(day);
    });
  }
  return dropped;
}

/** Deletes evidence of choices about cookies that is older than `years`. */
export async function deleteOldConsentRecords(db: Db, years: number): Promise<void> {
  await sql`DELETE FROM consent_records WHERE decided_at < now() - make_interval(years => ${years})`.execute(
    db,
  );
}

/** Stores the texts of the consent dialog, so that a hash in the evidence can be resolved. */
export async function insertConsentTexts(db: Db, hash: string, texts: object): Promise<void> {
  await db
    .insertInto('consent_texts')
    .values({ hash, texts: JSON.stringify(texts) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
