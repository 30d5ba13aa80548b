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
  /** What was chosen, where the event is a choice about cookies. */
  choice: ConsentMeta | undefined;
}

/** How many days ahead there are partitions. */
const DAYS_AHEAD = 7;
/** No row of a table fits, for a partition too. */
const CHECK_VIOLATION = '23514';
/** Combinations of a day that are counted by name; a flood of invented pages must not fill the table. */
const MAX_COUNTED = 5_000;
const OTHER_PAGES = '(other)';
/** Nothing may wait long behind a lock on the table of events. */
const LOCK_TIMEOUT = sql`SET LOCAL lock_timeout = '1s'`;
/** Until then everything is committed. */
const SETTLED_UNTIL = sql`((now() - interval '10 minutes') AT TIME ZONE 'UTC')`;
/** Of a row `counted`: whether it is from the day after, and that day is over as well. */
const IS_COUNTED_TOO_SOON = sql`(
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

/** Stores events, and the evidence of choices among them, all or none; on disk when it returns. */
export async function insertEvents(db: Db, events: readonly StoredEvent[]): Promise<void> {
  try {
    await insertOnce(db, events);
  } catch (error) {
    if (sqlState(error) !== CHECK_VIOLATION) throw error;
    // No process has looked after the partitions for days.
    await makePartitions(db);
    await insertOnce(db, events);
  }
}

/** Makes the partitions of today and the days ahead. */
export async function makePartitions(db: Db): Promise<void> {
  await sql`SELECT make_analytics_partitions(${DAYS_AHEAD})`.execute(db);
}

/** The days that have a partition, as `2026-11-21`, the oldest first. */
export async function partitionDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT to_char(to_date(right(child.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') AS day
    FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
    WHERE inhparent = 'analytics_events'::regclass AND child.relname ~ '^analytics_events_[0-9]{8}$'
    ORDER BY 1
  `.execute(db);
  return rows.map(({ day }) => day);
}

/**
 * Of some days those that are to be counted, by the database's clock: once when they are over, with a little time for what is
 * still being committed, and once more a day later, for what that took longer or came by a clock that was set back.
 */
async function daysToCount(db: Db, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT wanted.day FROM unnest(${days}::text[]) AS wanted (day)
    LEFT JOIN analytics_days AS counted ON counted.day = wanted.day::date
    WHERE wanted.day::date + 1 <= ${SETTLED_UNTIL}
      AND (counted.day IS NULL OR ${IS_COUNTED_TOO_SOON})
    ORDER BY 1
  `.execute(db);
  return rows.map(({ day }) => day);
}

/** Counts a day as its events are now, whatever was counted before. */
async function countDay(tx: Tx, day: string): Promise<void> {
  // It may take long where there are many, and must leave the machine to those who browse.
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

/** Counts the days that are over, until none has uncounted events. @returns these days */
export async function countOverDays(db: Db): Promise<string[]> {
  const counted: string[] = [];
  for (const day of await daysToCount(db, await partitionDays(db))) {
    await inTransaction(db, async (tx) => {
      const { numAffectedRows } = await sql`
        INSERT INTO analytics_days AS counted (day) VALUES (${day}::date)
        ON CONFLICT (day) DO UPDATE SET counted_at = now() WHERE ${IS_COUNTED_TOO_SOON}
      `.execute(tx);
      // Another process has counted it meanwhile.
      if (!numAffectedRows) return;
      await countDay(tx, day);
      counted.push(day);
    });
  }
  return counted;
}

/**
 * Drops the events of days that are older than `keepDays`, each after it has been counted for the last time.
 *
 * @returns these days
 */
export async function dropOldDays(db: Db, keepDays: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT wanted.day FROM unnest(${await partitionDays(db)}::text[]) AS wanted (day)
    WHERE wanted.day::date < (now() AT TIME ZONE 'UTC')::date - ${keepDays}::integer
    ORDER BY 1
  `.execute(db);
  const dropped: string[] = [];
  for (const { day } of rows) {
    const name = `analytics_events_${day.replaceAll('-', '')}`;
    await inTransaction(db, async (tx) => {
      // One process at a time; the others find that it is gone.
      await sql`SELECT pg_advisory_xact_lock(hashtext('old analytics days'))`.execute(tx);
      const { rows: found } = await sql`SELECT WHERE to_regclass(${name}) IS NOT NULL`.execute(tx);
      if (found.length === 0) return;
      await LOCK_TIMEOUT.execute(tx);
      // From here on no process writes to it or counts it, so all of it is counted once.
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

/** Forgets choices about cookies that were made so many years ago. */
export async function forgetOldChoices(db: Db, years: number): Promise<void> {
  await sql`DELETE FROM consent_records WHERE decided_at < now() - make_interval(years => ${years})`.execute(
    db,
  );
}

/** Keeps a wording of the question, so that a hash in the evidence can be resolved. */
export async function keepConsentText(db: Db, hash: string, texts: object): Promise<void> {
  await db
    .insertInto('consent_texts')
    .values({ hash, texts: JSON.stringify(texts) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
