import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** `recent`: members whose tokens moved since the last check. `whole`: everything. */
export type CheckName = 'recent' | 'whole';

/** How long a check may run before another process may start it. */
const LEASE: Record<CheckName, string> = { recent: '10 minutes', whole: '6 hours' };

/** When each check is due next. The whole check runs at night in India. */
const NEXT_RUN: Record<CheckName, string> = {
  recent: `now() + interval '1 hour'`,
  whole: `(date_trunc('day', now() AT TIME ZONE 'UTC' + interval '2 hours') + interval '22 hours') AT TIME ZONE 'UTC'`,
};

/** Claims a due check for one process. */
export async function claimCheck(db: Db, name: CheckName): Promise<boolean> {
  const { rows } = await sql`
    UPDATE ledger_checks SET next_at = now() + ${LEASE[name]}::interval
    WHERE name = ${name} AND next_at <= now() RETURNING name
  `.execute(db);
  return rows.length === 1;
}

/** Records that a check completed. */
export async function completeCheck(db: Db, name: CheckName, findings: number): Promise<void> {
  await sql`
    UPDATE ledger_checks SET completed_at = now(), findings = ${findings}, next_at = ${sql.raw(NEXT_RUN[name])}
    WHERE name = ${name}
  `.execute(db);
}

/** Makes a check due at once: rounded up, the present would be in the future for half a millisecond. */
export async function requestCheck(db: Db, name: CheckName): Promise<void> {
  await sql`
    UPDATE ledger_checks SET next_at = date_trunc('milliseconds', now()) WHERE name = ${name}
  `.execute(db);
}

/** When each check last completed, as ISO 8601, and its number of violations; null before the first one. */
export type CheckStates = Record<CheckName, { completedAt: string | null; findings: number | null }>;

/** The results of the last checks. */
export async function readCheckStates(db: Db): Promise<CheckStates> {
  const { rows } = await sql<{ name: CheckName; completedAt: Date | null; findings: number | null }>`
    SELECT name, completed_at AS "completedAt", findings FROM ledger_checks
  `.execute(db);
  const states: CheckStates = {
    recent: { completedAt: null, findings: null },
    whole: { completedAt: null, findings: null },
  };
  for (const { name, completedAt, findings } of rows) {
    states[name] = { completedAt: completedAt?.toISOString() ?? null, findings };
  }
  return states;
}
