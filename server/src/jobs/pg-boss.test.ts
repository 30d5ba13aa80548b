import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { inTransaction } from '../database/database.ts';
import { createLog } from '../log.ts';
import type { MailJob } from './jobs.ts';
import { installJobs, PgBossJobs } from './pg-boss.ts';

const JOB: MailJob = { kind: 'already-a-member', email: 'anna@example.org' };

const NO_MEDIA = { media: async () => {}, privacy: async () => {} };

let database: TestDatabase;
let logged: { msg: string; level: number; [field: string]: unknown }[];
const open: PgBossJobs[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  logged = [];
});
afterEach(async () => {
  for (const jobs of open.splice(0)) await jobs.close();
  await database.drop();
});

async function openJobs(): Promise<PgBossJobs> {
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const jobs = await PgBossJobs.open(database.db, log);
  open.push(jobs);
  return jobs;
}

const add = (jobs: PgBossJobs, payload: MailJob = JOB) =>
  inTransaction(database.db, (tx) => jobs.add(tx, 'mail', payload));

async function stored() {
  const { rows } = await sql<{ name: string; state: string; wait: number }>`
    SELECT name, state::text, extract(epoch FROM start_after - now())::float8 AS wait FROM pgboss.job
  `.execute(database.db);
  return rows;
}

describe('jobs', () => {
  it('of an email are deleted in the transaction, including dead ones', async () => {
    const jobs = await openJobs();
    await add(jobs);
    await add(jobs, { kind: 'code', purpose: 'login', email: 'anna@example.org' });
    await add(jobs, { ...JOB, email: 'berta@example.org' });
    // As after the last failed attempt.
    await sql`
      INSERT INTO pgboss.job (name, data) VALUES ('mail-given-up', ${JSON.stringify(JOB)}::jsonb)
    `.execute(database.db);
    const forget = (isDone: boolean) =>
      inTransaction(database.db, async (tx) => {
        await jobs.forget(tx, 'anna@example.org');
        if (!isDone) throw new Error('changed my mind');
      });
    await expect(forget(false)).rejects.toThrow('changed my mind');
    expect(await stored()).toHaveLength(4);
    await forget(true);
    const { rows } = await sql`SELECT data->>'email' AS email FROM pgboss.job`.execute(database.db);
    expect(rows).toEqual([{ email: 'berta@example.org' }]);
  });

  it('are added in the transaction of their cause, or not at all', async () => {
    const jobs = await openJobs();
    const done: MailJob[] = [];
    const handlers = { ...NO_MEDIA, mail: async (job: MailJob) => void done.push(job) };
    await expect(
      inTransaction(database.db, async (tx) => {
        await jobs.add(tx, 'mail', JOB);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await inTransaction(database.db, async (tx) => {
      await jobs.add(tx, 'mail', JOB);
      await jobs.runPending(handlers);
      expect(done).toEqual([]);
    });
    await jobs.runPending(handlers);
    expect(done).toEqual([JOB]);
    expect(await stored()).toEqual([]);
  });

  it('run once each with several processes', async () => {
    const done: string[] = [];
    const handlers = {
      ...NO_MEDIA,
      mail: async (job: MailJob) => {
        if ('email' in job) done.push(job.email);
      },
    };
    const workers = [await openJobs(), await openJobs(), await openJobs()];
    const emails = Array.from({ length: 60 }, (_, index) => `person-${index}@example.org`);
    const [first] = workers as [PgBossJobs];
    for (const email of emails) await add(first, { kind: 'already-a-member', email });
    const stops = await Promise.all(workers.map((jobs) => jobs.work(handlers)));
    await vi.waitUntil(() => done.length >= emails.length, { timeout: 15_000 });
    await Promise.all(stops.map((stop) => stop()));
    expect([...done].sort()).toEqual([...emails].sort());
    expect(await stored()).toEqual([]);
  });

  it('that fail are retried later, without delaying others', async () => {
    const jobs = await openJobs();
    await add(jobs);
    await add(jobs, { kind: 'lead', leadId: 'one' });
    const done: MailJob[] = [];
    await jobs.runPending({
      ...NO_MEDIA,
      mail: async (job) => {
        if (job.kind === 'already-a-member') throw new Error('the mail server is away');
        done.push(job);
      },
    });
    expect(done).toHaveLength(1);
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: 'a job failed', attempt: 1, reason: 'the mail server is away' }),
    );
    const [waiting] = await stored();
    expect(waiting).toMatchObject({ name: 'mail', state: 'retry' });
    expect(waiting?.wait).toBeGreaterThan(0);
    expect(waiting?.wait).toBeLessThan(11);
  });

  it('are retried for about a day', async () => {
    const { rows } = await sql<{ limit: number; delay: number; max: number; backoff: boolean }>`
      SELECT retry_limit AS limit, retry_delay AS delay, retry_delay_max AS max, retry_backoff AS backoff
      FROM pgboss.queue WHERE name = 'mail'
    `.execute(database.db);
    const [queue] = rows;
    expect(queue?.backoff).toBe(true);
    let seconds = 0;
    // Half of each wait is random; count its mean.
    for (let count = 0; count < (queue?.limit ?? 0); count += 1) {
      seconds += Math.min(queue?.max ?? 0, (queue?.delay ?? 0) * 2 ** count * 0.75);
    }
    expect(seconds / 3600).toBeGreaterThan(20);
    expect(seconds / 3600).toBeLessThan(30);
  });

  it('that are given up are logged as errors, without personal data', async () => {
    const jobs = await openJobs();
    await add(jobs);
    await sql`UPDATE pgboss.job SET retry_limit = 0`.execute(database.db);
    const handlers = {
      ...NO_MEDIA,
      mail: async () => Promise.reject(new Error('550 <anna@example.org>: no such mailbox')),
    };
    await jobs.runPending(handlers);
    const stop = await jobs.work(handlers);
    await vi.waitUntil(() => logged.some(({ msg }) => msg === 'a job was given up'), { timeout: 10_000 });
    await stop();
    const line = logged.find(({ msg }) => msg === 'a job was given up');
    expect(line).toMatchObject({ level: 50, name: 'mail' });
    expect(JSON.stringify(line)).toContain('550 <(address)>: no such mailbox');
    expect(JSON.stringify(logged)).not.toContain(JOB.kind === 'already-a-member' ? JOB.email : '');
  });

  it('are handed over once they are given up, and are lost without that', async () => {
    const jobs = await openJobs();
    const file = { mediaId: 'one' };
    const lost = async () => {
      const found = await jobs.findLost(database.db, 'media', [file, { mediaId: 'two' }]);
      return found.sort((a, b) => a.mediaId.localeCompare(b.mediaId));
    };
    expect(await lost()).toEqual([file, { mediaId: 'two' }]);
    await inTransaction(database.db, (tx) => jobs.add(tx, 'media', file));
    expect(await lost()).toEqual([{ mediaId: 'two' }]);
    await sql`UPDATE pgboss.job SET retry_limit = 0`.execute(database.db);
    const handlers = {
      mail: async () => {},
      privacy: async () => {},
      media: async () => Promise.reject(new Error('no memory')),
    };
    await jobs.runPending(handlers);
    expect((await stored()).map(({ name, state }) => `${name} ${state}`)).toContain('media-given-up created');
    expect(await lost()).toEqual([{ mediaId: 'two' }]);
    const over: unknown[] = [];
    const stop = await jobs.work(handlers, { media: async (payload) => void over.push(payload) });
    await vi.waitUntil(() => over.length > 0, { timeout: 10_000 });
    await stop();
    expect(over).toEqual([file]);
    expect(await lost()).toEqual([file, { mediaId: 'two' }]);
  });

  it('that cannot be fetched are logged with the reason', async () => {
    const jobs = await openJobs();
    const stop = await jobs.work({ ...NO_MEDIA, mail: async () => {} });
    await sql`ALTER TABLE pgboss.job RENAME COLUMN singleton_key TO lost`.execute(database.db);
    const failures = () => logged.filter(({ msg }) => msg === 'jobs');
    await vi.waitUntil(() => failures().length > 2, { timeout: 15_000 });
    for (const { reason, state } of failures())
      expect([reason, state]).toEqual([expect.stringContaining('singleton_key" does not exist'), '42703']);
    await stop();
  });

  it('can be installed repeatedly', async () => {
    await installJobs(database.db);
    await installJobs(database.db);
    const jobs = await openJobs();
    await add(jobs);
    expect(await stored()).toHaveLength(1);
  });

  it('work on the tables of a later release, and need those of their own', async () => {
    const setVersion = (change: number) =>
      sql`UPDATE pgboss.version SET version = version + ${change}::integer`.execute(database.db);
    await setVersion(1);
    const jobs = await openJobs();
    await add(jobs);
    expect(await stored()).toHaveLength(1);
    await setVersion(-2);
    await expect(openJobs()).rejects.toThrow('npm run migrate');
  });
});
