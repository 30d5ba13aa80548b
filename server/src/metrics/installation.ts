import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../database/database.ts';
import { JOB_NAMES } from '../jobs/jobs.ts';
import { type CheckStates, readCheckStates } from '../ledger/check-store.ts';
import { readEvery, withinTimeout } from '../reading.ts';
import { type QueueState, readQueues, readServerState, readTaskClaims, type ServerState } from './store.ts';

/** Scrapes within this time share what was read, so that several scrapers cost no more than one. */
const KEEP_MS = 5_000;
/** A scrape does not wait longer for the database. */
const TIMEOUT_MS = 2_000;

interface Installation {
  server: ServerState;
  queues: QueueState[];
  checks: CheckStates;
  tasks: { name: string; claimedAt: number }[];
}

async function readInstallation(db: Db): Promise<Installation> {
  // One after another: a scrape takes one connection.
  const server = await readServerState(db);
  const queues = await readQueues(db, JOB_NAMES);
  const checks = await readCheckStates(db);
  return { server, queues, checks, tasks: await readTaskClaims(db) };
}

/** Reads at most every few seconds; undefined while the database fails or is slow. */
function sharedReader(db: Db): () => Promise<Installation | undefined> {
  const read = readEvery(KEEP_MS, () => readInstallation(db).catch(() => undefined));
  return () => withinTimeout(read(), TIMEOUT_MS);
}

type Sample = [value: number, labels?: Record<string, string>];

/**
 * Adds what all processes of an installation share and read from the database: jobs, the ledger's checks, periodic tasks. Every process
 * reports the same, so queries take the maximum. While the database does not respond, only `oriel_database_up` has a value.
 */
export function addInstallationMetrics(registry: Registry, db: Db): void {
  const read = sharedReader(db);
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    samples: (state: Installation) => Sample[],
  ) =>
    new Gauge({
      name: `oriel_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const state = await read();
        this.reset();
        for (const [value, labels = {}] of state === undefined ? [] : samples(state)) this.set(labels, value);
        // A gauge without labels begins at 0, which would be a value.
        if (state === undefined && labelNames.length === 0) this.remove();
      },
    });
  new Gauge({
    name: 'oriel_database_up',
    help: 'Whether the database responds within two seconds',
    registers: [registry],
    async collect() {
      this.set((await read()) === undefined ? 0 : 1);
    },
  });
  gauge('database_read_only', 'Whether the database refuses changes, as a standby does', [], ({ server }) => [
    [server.isReadOnly ? 1 : 0],
  ]);
  gauge('database_commits_waiting', 'Commits that wait for a standby', [], ({ server }) => [
    [server.waitingForStandby],
  ]);
  gauge('jobs', 'Jobs by queue and state', ['queue', 'state'], ({ queues }) =>
    queues.flatMap(({ name: queue, waiting, retrying, running, givenUp }): Sample[] => [
      [waiting, { queue, state: 'waiting' }],
      [retrying, { queue, state: 'retrying' }],
      [running, { queue, state: 'running' }],
      [givenUp, { queue, state: 'given_up' }],
    ]),
  );
  gauge(
    'job_overdue_seconds',
    'How long the oldest job that is due has waited for a worker',
    ['queue'],
    ({ queues }) => queues.map(({ name: queue, overdueSeconds }) => [overdueSeconds, { queue }]),
  );
  gauge('ledger_findings', 'Broken rules that the last check found', ['check'], ({ checks }) =>
    Object.entries(checks).flatMap(([check, { findings }]): Sample[] =>
      findings === null ? [] : [[findings, { check }]],
    ),
  );
  gauge('ledger_checked_timestamp_seconds', 'When each check last completed', ['check'], ({ checks }) =>
    Object.entries(checks).flatMap(([check, { completedAt }]): Sample[] =>
      completedAt === null ? [] : [[Date.parse(completedAt) / 1000, { check }]],
    ),
  );
  gauge(
    'task_claimed_timestamp_seconds',
    'When a process last took on each periodic task',
    ['task'],
    ({ tasks }) => tasks.map(({ name: task, claimedAt }) => [claimedAt, { task }]),
  );
}
