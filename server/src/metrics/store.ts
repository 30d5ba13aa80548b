import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** The jobs of one queue. */
export interface QueueState {
  name: string;
  waiting: number;
  /** Failed, and waiting for their next attempt. */
  retrying: number;
  running: number;
  givenUp: number;
  /** How long the oldest job that is due has waited for a worker, in seconds. */
  overdueSeconds: number;
}

/** The jobs of each queue. */
export async function readQueues(db: Db, names: readonly string[]): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    SELECT queue.name,
      count(*) FILTER (WHERE job.name = queue.name AND state = 'created')::integer AS waiting,
      count(*) FILTER (WHERE job.name = queue.name AND state = 'retry')::integer AS retrying,
      count(*) FILTER (WHERE job.name = queue.name AND state = 'active')::integer AS running,
      count(job.name) FILTER (WHERE job.name <> queue.name)::integer AS "givenUp",
      coalesce(extract(epoch FROM clock_timestamp() - min(start_after) FILTER (
        WHERE job.name = queue.name AND state < 'active' AND start_after <= clock_timestamp()
      )), 0)::float8 AS "overdueSeconds"
    FROM unnest(${names}::text[]) AS queue (name)
    LEFT JOIN pgboss.job ON job.name IN (queue.name, queue.name || '-given-up')
    GROUP BY queue.name
  `.execute(db);
  return rows;
}

/** When a process last took on each periodic task of the installation, in seconds since 1970. */
export async function readTaskClaims(db: Db): Promise<{ name: string; claimedAt: number }[]> {
  const { rows } = await sql<{ name: string; claimedAt: number }>`
    SELECT name, extract(epoch FROM claimed_at)::float8 AS "claimedAt" FROM periodic_tasks
  `.execute(db);
  return rows;
}

/** The state of the database server. */
export interface ServerState {
  isReadOnly: boolean;
  /** Commits of our role that wait for a standby. */
  waitingForStandby: number;
}

/** The state of the server that `db` is connected to at the moment. */
export async function readServerState(db: Db): Promise<ServerState> {
  const { rows } = await sql<ServerState>`
    SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly",
      (SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'SyncRep')::integer AS "waitingForStandby"
  `.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('the database told nothing of its state');
  return state;
}
