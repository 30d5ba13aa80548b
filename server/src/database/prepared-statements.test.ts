import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Db, inTransaction, openDatabase } from './database.ts';
import { PLAN_EACH_TIME, PreparedStatements } from './prepared-statements.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(1, 'template0');
});
afterAll(() => database.drop());

const opened: { end(): Promise<void> }[] = [];
afterEach(async () => {
  for (const item of opened.splice(0)) await item.end();
});

function open(poolSize = 1): Db {
  const db = openDatabase({ connectionString: database.connectionString, poolSize });
  opened.push({ end: () => db.destroy() });
  return db;
}

function openPool(maxPrepared: number): pg.Pool {
  const statements = new PreparedStatements(maxPrepared);
  const pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
  pool.on('connect', (client) => statements.attachTo(client));
  opened.push(pool);
  return pool;
}

/** The texts that the session has prepared. Sent without parameters, so it is not prepared itself. */
async function preparedBy(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
}

describe('a statement', () => {
  it('is prepared at its second use, once', async () => {
    const db = open();
    const double = (value: number) => sql<{ two: number }>`SELECT ${value}::int * 2 AS two`.execute(db);
    await double(1);
    expect(await preparedBy(db)).toEqual([]);
    for (const value of [2, 3, 4]) expect((await double(value)).rows).toEqual([{ two: value * 2 }]);
    expect(await preparedBy(db)).toEqual(['SELECT $1::int * 2 AS two']);
  });

  it('that asks for it is planned each time', async () => {
    const db = open();
    for (const value of [1, 2, 3]) await sql`SELECT ${value}::int ${sql.raw(PLAN_EACH_TIME)}`.execute(db);
    expect(await preparedBy(db)).toEqual([]);
  });

  it('that fails leaves the session usable, prepared or not', async () => {
    const db = open();
    const divide = (by: number) => sql<{ result: number }>`SELECT 10 / ${by}::int AS result`.execute(db);
    const missing = () => sql`SELECT ${1}::int FROM no_such_table`.execute(db);
    for (let round = 0; round < 3; round += 1) {
      await expect(divide(0)).rejects.toThrow('division by zero');
      await expect(missing()).rejects.toThrow('no_such_table');
      expect((await divide(2)).rows).toEqual([{ result: 5 }]);
    }
  });
});

describe('a connection', () => {
  it('keeps a bounded number of statements, those used last', async () => {
    const pool = openPool(5);
    const client = await pool.connect();
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 20; index += 1) {
        const { rows } = await client.query(`SELECT $1::int + ${index} AS sum`, [round]);
        expect(rows).toEqual([{ sum: round + index }]);
      }
    }
    const { rows } = await client.query<{ statement: string }>(
      'SELECT statement FROM pg_prepared_statements',
    );
    expect(rows.map(({ statement }) => statement).toSorted()).toEqual(
      [15, 16, 17, 18, 19].map((index) => `SELECT $1::int + ${index} AS sum`),
    );
    client.release();
  });

  it('that breaks is replaced by one that prepares the statements again', async () => {
    const db = open();
    const read = () => sql<{ one: number }>`SELECT ${1}::int AS one`.execute(db);
    for (let use = 0; use < 3; use += 1) await read();
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
    await expect.poll(() => read().catch(() => undefined)).toMatchObject({ rows: [{ one: 1 }] });
    expect((await read()).rows).toEqual([{ one: 1 }]);
    expect(await preparedBy(db)).toEqual(['SELECT $1::int AS one']);
  });

  it('whose pooler does not carry names goes on without them', async () => {
    const db = open();
    const read = (from: Db) => sql<{ one: number }>`SELECT ${1}::int AS one`.execute(from);
    for (let use = 0; use < 3; use += 1) await read(db);
    await sql`DEALLOCATE ALL`.execute(db);
    expect((await read(db)).rows).toEqual([{ one: 1 }]);
    await read(db);
    expect(await preparedBy(db)).toEqual([]);
  });

  it('repeats a transaction whose names the pooler does not carry', async () => {
    const db = open();
    const read = (from: Db) => sql<{ one: number }>`SELECT ${1}::int AS one`.execute(from);
    for (let use = 0; use < 3; use += 1) await read(db);
    await sql`DEALLOCATE ALL`.execute(db);
    expect((await inTransaction(db, read)).rows).toEqual([{ one: 1 }]);
  });
});

describe('a change of the schema', () => {
  it('is followed by statements and transactions on all connections', async () => {
    const db = open(2);
    await sql`CREATE TABLE things (id int PRIMARY KEY, size int)`.execute(db);
    await sql`INSERT INTO things VALUES (1, 10)`.execute(db);
    const read = (from: Db) =>
      sql<Record<string, unknown>>`SELECT * FROM things WHERE id = ${1}`.execute(from);
    const readSlowly = async (from: Db) => {
      await sql`SELECT pg_sleep(0.05)`.execute(from);
      return read(from);
    };
    const readOnBoth = () => Promise.all([1, 2].map(() => inTransaction(db, readSlowly)));
    for (let use = 0; use < 3; use += 1) await readOnBoth();
    await sql`ALTER TABLE things ALTER COLUMN size TYPE text`.execute(db);
    expect((await read(db)).rows).toEqual([{ id: 1, size: '10' }]);
    await sql`ALTER TABLE things ADD COLUMN colour text DEFAULT 'red'`.execute(db);
    for (const { rows } of await readOnBoth()) expect(rows).toEqual([{ id: 1, size: '10', colour: 'red' }]);
    await read(db);
    expect((await preparedBy(db)).filter((text) => text.includes('things')).length).toBeGreaterThan(0);
  });
});
