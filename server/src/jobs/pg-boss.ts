import { type ConstructorOptions, fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import type { Logger } from 'pino';
import { JOBS, type JobsConfig } from '../config/config.ts';
import type { Db } from '../database/database.ts';
import { MigrationError } from '../database/migrations.ts';
import { traced } from '../tracing/tracing.ts';
import { traceOf, withoutTrace, withTrace } from './job-trace.ts';
import { type GivenUpHandlers, JOB_NAMES, type JobHandlers, type JobName, type Jobs } from './jobs.ts';
import { findWithoutJob } from './store.ts';

/** How many jobs of each name one process fetches at a time, and runs concurrently. */
const BATCH_SIZES: Record<JobName, number> = { mail: 10, media: 1, privacy: 1 };
const DEAD_BATCH_SIZE = 10;
/** A member waits for mails, and an owner for the first look at a picture; nobody watches the search for faces begin. */
const POLL_SECONDS: Record<JobName, number> = { mail: 1, media: 1.5, privacy: 4 };
/** The heartbeat interval of workers. A killed worker is detected after two intervals. */
const HEARTBEAT_SECONDS = 10;
/** A job that takes longer counts as failed. */
const MAX_JOB_SECONDS: Record<JobName, number> = { mail: 120, media: 3600, privacy: 3600 };
/** Pauses that double up to an hour each: a day in all. */
const RETRIES = { retryLimit: 34, retryBackoff: true, retryDelayMax: 3600 };
/** How long a job that was given up is stored, for investigation. */
const KEEP_DEAD_SECONDS = 14 * 24 * 3600;
/** How long stopping waits for running jobs; afterwards they are retried. */
const STOP_TIMEOUT_MS = 3_000;

/** The queue of jobs whose retries are exhausted. */
const deadLetterQueue = (name: JobName) => `${name}-given-up`;

/** No job waits for another, so nothing of that kind has to be looked for. */
const OPTIONS = { maintenanceIntervalSeconds: 3600, flowIntervalSeconds: 3600, schedule: false } as const;

/** Creates a pg-boss instance that uses the application's connection pool. */
function createBoss(
  db: Db,
  options: Pick<
    ConstructorOptions,
    'supervise' | 'migrate' | 'superviseIntervalSeconds' | 'monitorIntervalSeconds'
  >,
): PgBoss {
  return new PgBoss({ ...OPTIONS, ...options, db: fromKysely(db) });
}

/** Creates or updates the tables and queues of jobs. Not safe to run concurrently: pg-boss races with itself. */
export async function installJobs(db: Db, { retrySeconds }: JobsConfig = JOBS): Promise<void> {
  const boss = createBoss(db, { supervise: false, migrate: true });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    for (const name of JOB_NAMES) {
      const dead = deadLetterQueue(name);
      await boss.createQueue(dead);
      await boss.createQueue(name, { deadLetter: dead });
      await boss.updateQueue(dead, {
        retentionSeconds: KEEP_DEAD_SECONDS,
        deleteAfterSeconds: KEEP_DEAD_SECONDS,
      });
      await boss.updateQueue(name, {
        ...RETRIES,
        retryDelay: retrySeconds,
        expireInSeconds: MAX_JOB_SECONDS[name],
        heartbeatSeconds: HEARTBEAT_SECONDS,
        // Jobs contain emails, so completed ones are deleted soon.
        deleteAfterSeconds: 60,
      });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

type StoredJob = JobWithMetadata<object>;

/** Describes an error without emails, which mail servers repeat in their refusals. */
function describeFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const redacted = reason.replace(/[^\s<>]+/g, (word) =>
    word.slice(1, -1).includes('@') ? '(address)' : word,
  );
  return redacted.slice(0, 500);
}

/** Jobs in the application's database, so that a job is committed together with its cause. */
export class PgBossJobs implements Jobs {
  readonly #boss: PgBoss;
  readonly #log: Logger;

  private constructor(boss: PgBoss, log: Logger) {
    this.#boss = boss;
    this.#log = log;
  }

  /** @param db prepared by `installJobs` of this release or of a later one @throws {MigrationError} otherwise */
  static async open(db: Db, log: Logger, { superviseSeconds }: JobsConfig = JOBS): Promise<PgBossJobs> {
    const boss = createBoss(db, {
      // Every process may maintain the queues.
      supervise: true,
      // Nothing is left to migrate, but indexes are built that a migration left for later.
      migrate: true,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
    });
    // Those of its workers are copies, which have no class.
    boss.on('error', ({ message, code }: Error & { code?: unknown }) =>
      log.warn({ reason: describeFailure(message), state: code }, 'jobs'),
    );
    boss.on('warning', (warning) => log.warn({ reason: warning.message }, 'jobs'));
    if (!(await boss.isInstalled()) || ((await boss.schemaVersion()) ?? 0) < bossPackage.pgboss.schema) {
      throw new MigrationError('The database lacks tables of the job queue. Run "npm run migrate".');
    }
    await boss.start();
    return new PgBossJobs(boss, log);
  }

  add: Jobs['add'] = async (tx, name, ...payloads) => {
    const jobs = payloads.map((data) => ({ data: withTrace(data) }));
    await this.#boss.insert(name, jobs, { db: fromKysely(tx) });
  };

  findLost: Jobs['findLost'] = async (db, name, payloads) =>
    payloads.length === 0 ? [] : findWithoutJob(db, [name, deadLetterQueue(name)], payloads);

  forget: Jobs['forget'] = async (tx, email) => {
    const db = fromKysely(tx);
    for (const name of JOB_NAMES.flatMap((queue) => [queue, deadLetterQueue(queue)])) {
      const jobs = await this.#boss.findJobs(name, { data: { email }, db });
      const ids = jobs.filter(({ state }) => state !== 'active').map(({ id }) => id);
      if (ids.length > 0) await this.#boss.deleteJob(name, ids, { db });
    }
  };

  /** Starts running jobs. @param givenUp by the names of jobs @returns a function that stops, and waits a few seconds for running jobs */
  async work(handlers: JobHandlers, givenUp: GivenUpHandlers = {}): Promise<() => Promise<void>> {
    for (const name of JOB_NAMES) {
      await this.#boss.work(
        name,
        {
          batchSize: BATCH_SIZES[name],
          burstWhenBatchFull: true,
          pollingIntervalSeconds: POLL_SECONDS[name],
          includeMetadata: true,
          perJobResults: true,
        },
        (jobs: StoredJob[]) => this.#runAll(name, handlers, jobs),
      );
      await this.#boss.work(
        deadLetterQueue(name),
        { batchSize: DEAD_BATCH_SIZE, pollingIntervalSeconds: 60, includeMetadata: true },
        (jobs: StoredJob[]) => this.#reportDead(jobs, givenUp[name]),
      );
    }
    const names = JOB_NAMES.flatMap((name) => [name, deadLetterQueue(name)]);
    return async () => {
      const finished = Promise.all(names.map((name) => this.#boss.offWork(name, { wait: true })));
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_TIMEOUT_MS);
      });
      await Promise.race([finished, timeout]);
      clearTimeout(timer);
    };
  }

  /** Runs all pending jobs once. For tests. */
  async runPending(handlers: JobHandlers): Promise<void> {
    for (const name of JOB_NAMES) {
      for (;;) {
        const jobs = await this.#boss.fetch<object>(name, {
          batchSize: BATCH_SIZES[name],
          includeMetadata: true,
        });
        if (jobs.length === 0) break;
        for (const { id, status, output } of await this.#runAll(name, handlers, jobs)) {
          if (status === 'failed') await this.#boss.fail(name, id, output);
        }
      }
    }
  }

  /** Releases running jobs to other processes or the next start. */
  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }

  #runAll(name: JobName, handlers: JobHandlers, jobs: StoredJob[]): Promise<JobResult<object>[]> {
    return Promise.all(jobs.map((job) => this.#runOne(name, handlers, job)));
  }

  async #runOne(name: JobName, handlers: JobHandlers, job: StoredJob): Promise<JobResult<object>> {
    try {
      // Only `add` writes jobs, with payloads of this type.
      await traced({ name: `job ${name}`, kind: 'consumer', parent: traceOf(job.data) }, () =>
        handlers[name](withoutTrace(job.data) as never),
      );
      // At once, since jobs contain emails, and so that a crash repeats as few jobs as possible.
      await this.#boss.deleteJob(name, job.id);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const reason = describeFailure(error);
      this.#log.warn({ job: job.id, name, attempt: job.retryCount + 1, reason }, 'a job failed');
      return { id: job.id, status: 'failed', output: { message: reason } };
    }
  }

  async #reportDead(jobs: StoredJob[], handle?: (payload: never) => Promise<void>): Promise<void> {
    for (const { id, data, sourceName, sourceId, output } of jobs) {
      this.#log.error({ job: id, name: sourceName, original: sourceId, output }, 'a job was given up');
      await handle?.(withoutTrace(data) as never);
    }
  }
}
