import { sql } from 'kysely';
import type { Db } from './database/database.ts';

/** Timers of one process are a little early or late; without tolerance it would miss every other turn of its own. */
const TOLERANCE = 0.9;

/**
 * Takes on a periodic task unless a process has done so within the interval. By the database's clock, in one statement,
 * which writes nothing when the task is not due.
 *
 * @returns whether the caller must run it
 */
export async function claimTask(db: Db, name: string, everyMs: number): Promise<boolean> {
  const { rows } = await sql`
    WITH due AS (
      UPDATE periodic_tasks SET claimed_at = clock_timestamp()
      WHERE name = ${name} AND claimed_at <= clock_timestamp() - ${everyMs * TOLERANCE}::float8 * interval '1 millisecond'
      RETURNING name
    ), first AS (
      INSERT INTO periodic_tasks (name, claimed_at)
      SELECT ${name}, clock_timestamp() WHERE NOT EXISTS (SELECT FROM periodic_tasks WHERE name = ${name})
      ON CONFLICT DO NOTHING
      RETURNING name
    )
    SELECT FROM due UNION ALL SELECT FROM first
  `.execute(db);
  return rows.length > 0;
}

/** Keeps other processes from a task that takes longer than its interval. */
export async function renewTask(db: Db, name: string): Promise<void> {
  await sql`UPDATE periodic_tasks SET claimed_at = clock_timestamp() WHERE name = ${name}`.execute(db);
}
