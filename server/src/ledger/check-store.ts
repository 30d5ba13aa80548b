import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** `recent`: members whose tokens moved since the last check. `whole`: everything. */
export type CheckName = 'recent' | 'whole';

/** How long a check may run before another process may start it. */
const LEASE: Record<CheckName, string> = { recent: '10 minutes', whole: '6 hours' };

/** How often everything is checked: on Sundays, or every night. */
export type WholeCheck = 'weekly' | 'nightly';

const NEXT_RECENT = `now() + interval '1 hour'`;
/** At 22:00 UTC, when it is night in India. Two hours are added first, so that it is never the same evening again. */
const NEXT_WHOLE: Record<WholeCheck, string> = {
  weekly: `(date_trunc('week', now() AT TIME ZONE 'UTC' + interval '2 hours') + interval '6 days 22 hours') AT TIME ZONE 'UTC'`,
  nightly: `(date_trunc('day', now() AT TIME ZONE 'UTC' + interval '2 hours') + interval '22 hours') AT TIME ZONE 'UTC'`,
};

const nextRun = (name: CheckName, wholeCheck: WholeCheck) =>
  sql.raw(name === 'recent' ? NEXT_RECENT : NEXT_WHOLE[wholeCheck]);

/** Claims a due check for one process. */
export async function claimCheck(db: Db, name: CheckName): Promise<boolean> {
  const { rows } = await sql`
    UPDATE ledger_checks SET next_at = now() + ${LEASE[name]}::interval
    WHERE name = ${name} AND next_at <= now() RETURNING name
  `.execute(db);
  return rows.length === 1;
}

/** Records that a check completed, and when it is due next. */
export async function completeCheck(
  db: Db,
  name: CheckName,
  findings: number,
  wholeCheck: WholeCheck,
): Promise<void> {
  await sql`
    UPDATE ledger_checks SET completed_at = now(), findings = ${findings}, next_at = ${nextRun(name, wholeCheck)}
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
