import Fastify from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWalletApp, lockedTours, type WalletApp } from '../../testing/apps/wallet-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { sendProblem } from '../http/problem.ts';
import { watchConnection } from './connections.ts';
import { inTransaction, openDatabase, sqlState } from './database.ts';
import { BACKGROUND_LIMITS, REQUEST_LIMITS } from './limits.ts';

const BLOCKED = 10;

const nameOf = (connectionString: string) => new URL(connectionString).pathname.slice(1);

let site: WalletApp;
beforeAll(async () => {
  site = await createWalletApp(lockedTours(1), { poolSize: BLOCKED, config: { responseCacheMs: 0 } });
});
afterAll(() => site.close());

describe('a row that another transaction locks', () => {
  it('fails waiting requests after seconds; others are served meanwhile', {
    timeout: 30_000,
  }, async () => {
    const member = await site.memberWith(100);
    const unlock = () => site.unlock(member, String(site.tours.get('locked-0')));

    const holder = new pg.Client({ connectionString: site.connectionString });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM wallets WHERE member_id = $1 FOR UPDATE', [member.user.id]);
    const began = performance.now();
    const blocked = Array.from({ length: BLOCKED }, unlock);
    const read = await site.send('GET', '/api/vr360', { token: member.token });
    expect(read.status).toBe(200);
    for (const response of await Promise.all(blocked)) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(response.body).toMatchObject({ code: 'unavailable' });
    }
    expect(performance.now() - began).toBeLessThan(15_000);
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await unlock()).status).toBe(200);
  });
});

describe('a database that only reads', () => {
  it('serves reads, and refuses changes with 503', async () => {
    const name = sql.id(nameOf(site.connectionString));
    await sql`ALTER DATABASE ${name} SET default_transaction_read_only = on`.execute(site.db);
    const others = sql`datname = current_database() AND pid <> pg_backend_pid()`;
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`.execute(site.db);
    await sql`SET default_transaction_read_only = on`.execute(site.db);
    expect((await site.send('GET', '/api/categories')).status).toBe(200);
    const view = await site.send('POST', `/api/vr360/${site.tours.get('locked-0')}/view`);
    expect(view.status).toBe(503);
    expect(view.headers.get('retry-after')).not.toBeNull();
  });
});

/** The response to a request whose handler throws. */
async function answerTo(error: Error) {
  const app = Fastify();
  app.setErrorHandler((thrown, request, reply) => sendProblem(thrown, request, reply));
  app.get('/', () => {
    throw error;
  });
  return app.inject('/');
}

describe('a transient database failure', () => {
  const states = ['55P03', '57014', '40001', '40003', '40P01', '25006', '25P03', '25P04', '57P01', '08006'];
  const codes = ['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND', 'ECONNABORTED', 'ETIMEDOUT'];
  it.each([
    ...states.map((code) => Object.assign(new pg.DatabaseError('given up', 1, 'error'), { code })),
    ...codes.map((code) => Object.assign(new Error('no way there'), { code, syscall: 'connect' })),
  ])('is 503 with Retry-After: $code', async (error) => {
    const response = await answerTo(error);
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('is not a missing file or a mistake', async () => {
    for (const error of [
      Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }),
      Object.assign(new pg.DatabaseError('no column', 1, 'error'), { code: '42703' }),
    ])
      expect((await answerTo(error)).statusCode).toBe(500);
  });
});

describe('every connection', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(1, 'template0');
  });
  afterAll(() => database.drop());

  const read = sql<{ lock: string; statement: string; idle: string }>`
    SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle
  `;

  it('has timeouts, in a transaction also in a shared session of a pooler', async () => {
    const usual = { lock: '3s', statement: '10s', idle: '10s' };
    expect((await read.execute(database.db)).rows).toEqual([usual]);
    await sql`SET statement_timeout = 0`.execute(database.db);
    await sql`SET lock_timeout = 0`.execute(database.db);
    expect((await inTransaction(database.db, (tx) => read.execute(tx))).rows).toEqual([usual]);
    const background = openDatabase({
      connectionString: database.connectionString,
      poolSize: 1,
      limits: BACKGROUND_LIMITS,
    });
    expect((await read.execute(background)).rows).toEqual([
      { lock: '10s', statement: '30min', idle: '1min' },
    ]);
    await background.destroy();
  });

  it('keeps the settings of its role', async () => {
    await sql`ALTER ROLE CURRENT_USER IN DATABASE ${sql.id(nameOf(database.connectionString))} SET statement_timeout = '7s'`.execute(
      database.db,
    );
    const { connectionString } = database;
    const other = openDatabase({ connectionString, poolSize: 1 });
    expect((await read.execute(other)).rows).toMatchObject([{ lock: '3s', statement: '7s' }]);
    await other.destroy();
  });

  it('is READ COMMITTED, for single statements too, whatever the default of its role is', async () => {
    await sql`ALTER ROLE CURRENT_USER IN DATABASE ${sql.id(nameOf(database.connectionString))} SET default_transaction_isolation = 'serializable'`.execute(
      database.db,
    );
    const other = openDatabase({ connectionString: database.connectionString, poolSize: 1 });
    const isolation = sql<{ transaction_isolation: string }>`SHOW transaction_isolation`;
    expect((await isolation.execute(other)).rows).toEqual([{ transaction_isolation: 'read committed' }]);
    const inside = await inTransaction(other, (tx) => isolation.execute(tx));
    expect(inside.rows).toEqual([{ transaction_isolation: 'read committed' }]);
    await other.destroy();
  });

  it('is closed when the server does not respond in time, and not reused', async () => {
    const pool = new pg.Pool({ connectionString: database.connectionString, query_timeout: 100, max: 1 });
    pool.on('connect', watchConnection);
    await expect(pool.query('SELECT pg_sleep(5)')).rejects.toThrow('Query read timeout');
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('leaves the pool when work returns it in a transaction', async () => {
    const other = openDatabase({ connectionString: database.connectionString, poolSize: 1 });
    // As pg-boss does: one text, which ends in a failed transaction.
    await expect(sql.raw('BEGIN; SELECT 1 / 0; COMMIT').execute(other)).rejects.toThrow('division by zero');
    expect((await read.execute(other)).rows).toHaveLength(1);
    await other.destroy();
  });

  it('that breaks before its timeouts are set leaves the pool', async () => {
    const other = openDatabase({ connectionString: database.connectionString, poolSize: 1 });
    const { query } = pg.Client.prototype;
    const broken = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: Parameters<typeof query>
    ) {
      // Not those of apps that other files of this worker have left.
      const isOurs = this.database === nameOf(database.connectionString);
      return isOurs ? Promise.reject(new Error('broken')) : query.apply(this, args);
    });
    await expect(read.execute(other)).rejects.toThrow('broken');
    broken.mockRestore();
    expect((await read.execute(other)).rows).toHaveLength(1);
    await other.destroy();
  });

  it('cancels a statement that takes too long', async () => {
    const limits = { ...REQUEST_LIMITS, lockMs: 50, statementMs: 50 };
    const hasty = openDatabase({ connectionString: database.connectionString, poolSize: 1, limits });
    const state = await inTransaction(hasty, (tx) => sql`SELECT pg_sleep(5)`.execute(tx)).catch(sqlState);
    expect(state).toBe('57014');
    await hasty.destroy();
  });
});
