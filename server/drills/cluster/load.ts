import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { findMissing } from '../../chaos/checks.ts';
import type { Db } from '../../src/database/database.ts';
import { ROOT } from '../revision.ts';
import { createTours, endedSessions, startPeople, violations } from '../upgrade-load.ts';
import type { Visits } from '../visitors.ts';
import { Answers, TimedRecorder } from './answers.ts';
import type { ClusterSite } from './site.ts';

const LEAK_TIMEOUT_MS = 20_000;

/** Members who sign up, unlock, pay and are refunded, and visitors who browse, view, like and stay signed in. */
export interface ClusterLoad {
  answers: Answers;
  recorder: TimedRecorder;
  visits: Visits;
  /** Resolves when the last request has completed. */
  stop(): Promise<void>;
}

/** Starts all of the load. */
export async function startClusterLoad(site: ClusterSite): Promise<ClusterLoad> {
  const tours = await createTours(site.connectionString, ROOT);
  const answers = new Answers();
  const recorder = new TimedRecorder(answers);
  return { answers, recorder, ...(await startPeople(site, tours, { tally: answers, recorder })) };
}

/** What connections of the site hold though nobody works: locks of sessions, and transactions that nobody ends. */
async function findLeaks(db: Db): Promise<string[]> {
  for (const deadline = Date.now() + LEAK_TIMEOUT_MS; ; await sleep(500)) {
    const { rows } = await sql<{ leak: string }>`
      SELECT format('an advisory lock of process %s', pid) AS leak FROM pg_locks WHERE locktype = 'advisory'
      UNION ALL
      SELECT format('process %s is idle in a transaction since %s', pid, state_change) FROM pg_stat_activity
      WHERE state LIKE 'idle in transaction%' AND usename = current_user
    `.execute(db);
    // Jobs and periodic tasks go on, and hold them for moments.
    if (rows.length === 0 || Date.now() > deadline) return rows.map(({ leak }) => `leaked: ${leak}`);
  }
}

/**
 * Once the load has stopped: what of the acknowledged writes is missing, what breaks a rule of the ledger or of
 * payments, and what leaked. Views and likes may be lost with a primary (docs/decisions/0047-durability-classes.md).
 */
export async function findLosses(site: ClusterSite, load: ClusterLoad) {
  const { missing, unsound } = await site.withDatabase(async (db) => ({
    unsound: [...(await violations(db)), ...(await findLeaks(db))],
    missing: await findMissing(db, load.recorder.writes),
  }));
  const ended = await endedSessions(site, { tally: load.answers, visits: load.visits });
  return { lost: [...missing, ...ended], unsound };
}
