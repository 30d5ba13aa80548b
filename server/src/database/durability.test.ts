// @module-tag processes
import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type AccountsApp, createAccountsApp, PASSWORD } from '../../testing/apps/accounts-app.ts';
import { give, lockedTours } from '../../testing/apps/wallet-app.ts';
import { createDataDir } from '../../testing/data-dir.ts';
import { accountForPostgres } from '../embedded/account.ts';
import { clusterParent } from '../embedded/data-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres.ts';
import { Reactions } from '../features/catalogue/reactions.ts';
import { changeCatalogue, createExperiences } from '../features/catalogue/service.ts';
import { type Db, openDatabase } from './database.ts';
import { REQUEST_LIMITS } from './limits.ts';

/** Commits that wait for a standby wait forever. The client ends the wait, three seconds after PostgreSQL would have ended a statement. */
const STATEMENT_MS = 1_500;

describe('a primary whose standby is gone', () => {
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  let admin: Db;
  let db: Db;
  let site: AccountsApp;
  let member: Awaited<ReturnType<AccountsApp['join']>>;
  beforeAll(async () => {
    dataDir = createDataDir(inject('templateDataDir'));
    const cluster = path.join(clusterParent(dataDir, accountForPostgres()), 'cluster');
    appendFileSync(path.join(cluster, 'postgresql.auto.conf'), "synchronous_standby_names = '*'\n");
    postgres = await startEmbeddedPostgres({ dataDir, durable: false, report: () => undefined });
    admin = openDatabase({ connectionString: postgres.connectionStringFor('oriel'), poolSize: 1 });
    const limits = { ...REQUEST_LIMITS, statementMs: STATEMENT_MS };
    db = openDatabase({ connectionString: postgres.connectionString, poolSize: 4, limits });
    site = await createAccountsApp({ db, config: { role: 'web' } });
    member = await site.join();
    await give(db, member.user.id, 100);
    await changeCatalogue(db, site.app.responseCache, (tx) => createExperiences(tx, lockedTours(2)));
    // Until here the server's own default was off.
    await sql`ALTER DATABASE oriel SET synchronous_commit = on`.execute(admin);
    await sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = 'oriel' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`.execute(admin);
  });
  afterAll(async () => {
    await site?.close();
    await db?.destroy();
    await admin?.destroy();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const post = (url: string) =>
    site.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${member.token}` } });

  it('C8 counts views and likes, and acknowledges neither money nor sessions', async () => {
    const view = await post('/api/vr360/locked-0/view');
    const like = await post('/api/vr360/locked-0/like');
    expect([view.statusCode, like.statusCode]).toEqual([200, 200]);
    expect([view.json().viewCount, like.json().likeCount]).toEqual([1, 1]);

    const refused = await Promise.all([
      post('/api/vr360/locked-0/access'),
      site.signIn(member.email, PASSWORD),
      site.call('POST', 'signup', {
        body: { email: 'late@example.org', password: PASSWORD, firstName: 'Late', acceptTerms: true },
      }),
    ]);
    for (const response of refused) {
      expect(response.json()).toMatchObject({ code: 'unavailable' });
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toMatch(/^\d+$/);
    }
  });

  it('C9 commits once for a thousand views, counts each, and fails a wrong one alone', async () => {
    const { rows: tours } = await sql<{ id: number }>`SELECT id FROM experiences ORDER BY id`.execute(admin);
    const [a = 0, b = 0] = tours.map(({ id }) => id);
    const reactions = new Reactions(db);
    const xid = sql<{ id: number }>`SELECT pg_current_xact_id()::text::bigint AS id`;
    const before = (await xid.execute(admin)).rows[0]?.id ?? 0;
    const views = Array.from({ length: 5_000 }, (_, index) => reactions.view(index % 5 === 0 ? b : a));
    const counts = await Promise.all(views);
    const after = (await xid.execute(admin)).rows[0]?.id ?? 0;
    // Five batches and the question itself; PostgreSQL's own upkeep may add a few.
    expect(after - before).toBeLessThan(12);
    expect([Math.max(...counts), counts.at(-1)]).toEqual([4_001, 4_001]);
    const { rows } = await sql`
      SELECT (SELECT sum(views)::integer FROM experience_counters WHERE experience_id = ${b}) AS all_days,
        (SELECT sum(views)::integer FROM experience_views WHERE experience_id = ${b}) AS today
    `.execute(admin);
    expect(rows).toEqual([{ all_days: 1_000, today: 1_000 }]);

    const results = await Promise.allSettled([a, 2 ** 31, a].map((id) => reactions.view(id)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await reactions.view(a)).toBe(4_004);
  });

  it('counts a like once, also where it comes twice in one batch', async () => {
    const { rows: tours } = await sql<{ id: number }>`SELECT id FROM experiences ORDER BY id`.execute(admin);
    const [, b = 0] = tours.map(({ id }) => id);
    const reactions = new Reactions(db);
    const likers = [...Array(300).keys(), ...Array(300).keys()].map((index) => ({ memberId: `m_${index}` }));
    const counts = await Promise.all(likers.map((liker) => reactions.like(b, liker)));
    expect(new Set(counts)).toEqual(new Set([300]));
  });

  it('acknowledges them on a retry, once, when a standby is not required any more', async () => {
    await sql`ALTER SYSTEM RESET synchronous_standby_names`.execute(admin);
    await sql`SELECT pg_reload_conf()`.execute(admin);
    await expect
      .poll(async () => (await post('/api/vr360/locked-0/access')).statusCode, { timeout: 30_000 })
      .toBe(200);
    const { rows } = await sql`SELECT FROM unlocks`.execute(admin);
    expect(rows).toHaveLength(1);
    expect((await site.signIn(member.email, PASSWORD)).statusCode).toBe(200);
  });
});
