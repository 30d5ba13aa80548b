import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Db, inTransaction } from './database.ts';
import { MigrationError, migrateToLatest, migrationNames } from './migrations.ts';
import { SQL_FOLDER } from './sql-files.ts';

const MEMBER = `m_${'A'.repeat(22)}`;
/** The number of the last migration of the releases before the SQL files. */
const LAST_WITHOUT = '0029';

/** The definitions of all functions and triggers of the application, without those of extensions. */
async function definitionsIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    SELECT concat_ws(' ', pg_get_functiondef(f.oid), f.proacl) AS definition
    FROM pg_proc AS f
    WHERE f.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = f.oid AND d.deptype = 'e')
    UNION ALL
    SELECT pg_get_triggerdef(t.oid) FROM pg_trigger AS t WHERE NOT t.tgisinternal
    ORDER BY 1
  `.execute(db);
  return rows.map(({ definition }) => definition);
}

describe('the functions of server/sql', () => {
  let fresh: TestDatabase;
  let upgraded: TestDatabase;
  let emptyFolder: string;
  beforeAll(async () => {
    emptyFolder = await mkdtemp(path.join(tmpdir(), 'oriel-sql-'));
    [fresh, upgraded] = await Promise.all([
      createTestDatabase(1, 'template0'),
      createTestDatabase(1, 'template0'),
    ]);
    await migrateToLatest(fresh.db);
    // As left by the last release before the SQL files.
    await migrateToLatest(upgraded.db, { sqlFolder: pathToFileURL(`${emptyFolder}/`), last: LAST_WITHOUT });
    await sql`DROP TABLE sql_files`.execute(upgraded.db);
  });
  afterAll(async () => {
    await Promise.all([fresh.drop(), upgraded.drop(), rm(emptyFolder, { recursive: true })]);
  });

  it('are the same in a new and in an upgraded database, which keeps its data', async () => {
    const { db } = upgraded;
    await sql`INSERT INTO members (id, email, first_name) VALUES (${MEMBER}, 'anna@example.org', 'Anna')`.execute(
      db,
    );
    await sql`SELECT grant_tokens(${MEMBER}, 'topup', 100, now() + interval '1 day', 'before')`.execute(db);
    await sql`SELECT unlock_experience(${MEMBER}, 1, 30)`.execute(db);

    const later = (await migrationNames()).filter((name) => name.slice(0, 4) > LAST_WITHOUT);
    expect(await migrateToLatest(db)).toEqual([...later, ...(await readdir(SQL_FOLDER))]);

    expect(await definitionsIn(db)).toEqual(await definitionsIn(fresh.db));
    await sql`SELECT unlock_experience(${MEMBER}, 2, 30)`.execute(db);
    const { rows } = await sql`SELECT topup FROM wallets`.execute(db);
    expect(rows).toEqual([{ topup: 40 }]);
  });

  it('are all functions of the database', async () => {
    const names = await readdir(SQL_FOLDER);
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, SQL_FOLDER), 'utf8')));
    const inFiles = texts.flatMap((text) => text.match(/(?<=^CREATE OR REPLACE FUNCTION )\w+/gm) ?? []);
    const inDatabase = (await definitionsIn(fresh.db)).flatMap(
      (definition) => /FUNCTION public\.(\w+)\(.*\n RETURNS/.exec(definition)?.[1] ?? [],
    );
    expect(inDatabase.length).toBeGreaterThan(30);
    expect(inFiles.sort()).toEqual(inDatabase.sort());
  });
});

describe('SQL files', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase(4);
    folder = await mkdtemp(path.join(tmpdir(), 'oriel-sql-'));
  });
  afterEach(async () => {
    await Promise.all([database.drop(), rm(folder, { recursive: true })]);
  });

  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const answer = (value: number) =>
    `CREATE OR REPLACE FUNCTION answer() RETURNS integer LANGUAGE sql AS 'SELECT ${value}';`;
  const migrate = () => migrateToLatest(database.db, { sqlFolder: pathToFileURL(`${folder}/`) });
  const functionResult = async () =>
    (await sql<{ answer: unknown }>`SELECT answer()`.execute(database.db)).rows[0]?.answer;

  it('are applied at the next start after a change, and only then', async () => {
    await write('answer.sql', answer(1));
    expect(await migrate()).toEqual(['answer.sql']);
    expect(await migrate()).toEqual([]);
    await write('answer.sql', answer(2));
    expect(await migrate()).toEqual(['answer.sql']);
    expect(await functionResult()).toBe(2);
    await write('answer.sql', answer(1));
    expect(await migrate()).toEqual(['answer.sql']);
    expect(await functionResult()).toBe(1);
  });

  it('can change a signature by dropping the old one', async () => {
    await write('answer.sql', answer(1));
    await migrate();
    await write(
      'answer.sql',
      `DROP FUNCTION IF EXISTS answer(); CREATE OR REPLACE FUNCTION answer() RETURNS text LANGUAGE sql AS 'SELECT ''two''';`,
    );
    await migrate();
    expect(await functionResult()).toBe('two');
  });

  it('are applied once by several processes that start at once', async () => {
    await write('answer.sql', answer(1));
    const results = await Promise.all(Array.from({ length: 4 }, migrate));
    expect(results.flat()).toEqual(['answer.sql']);
    expect(await functionResult()).toBe(1);
  });

  it('replace functions while others run them', async () => {
    await write('answer.sql', answer(1));
    await migrate();
    let isRunning = true;
    const running = inTransaction(database.db, async (tx) => {
      const results = new Set<unknown>();
      while (isRunning)
        results.add((await sql<{ answer: number }>`SELECT answer()`.execute(tx)).rows[0]?.answer);
      return results;
    });
    await write('answer.sql', answer(2));
    await migrate();
    isRunning = false;
    expect([1, 2]).toEqual(expect.arrayContaining([...(await running)]));
  });

  it('change nothing when one is faulty, and the error names it', async () => {
    await write('answer.sql', answer(1));
    await migrate();
    await write('answer.sql', answer(2));
    await write('faulty.sql', 'CREATE OR REPLACE FUNCTION');
    const error = await migrate().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MigrationError);
    expect(String(error)).toMatch(/server\/sql\/faulty\.sql could not be applied.*syntax error/);
    expect(await functionResult()).toBe(1);
    await write('faulty.sql', '');
    expect(await migrate()).toEqual(['answer.sql', 'faulty.sql']);
  });

  it('leave no half of a new database when one is faulty', async () => {
    const empty = await createTestDatabase(1, 'template0');
    await write('faulty.sql', 'SELECT no_such_function()');
    await expect(migrateToLatest(empty.db, { sqlFolder: pathToFileURL(`${folder}/`) })).rejects.toThrow(
      'no_such_function',
    );
    const { rows } = await sql`SELECT FROM pg_tables WHERE schemaname = 'public'`.execute(empty.db);
    expect(rows).toEqual([]);
    await empty.drop();
  });

  it('are left alone in a database that a later release has migrated', async () => {
    await write('answer.sql', answer(2));
    await migrate();
    await sql`INSERT INTO kysely_migration VALUES ('9999_a_later_release', '2030-01-01')`.execute(
      database.db,
    );
    await write('answer.sql', answer(1));
    expect(await migrate()).toEqual([]);
    expect(await functionResult()).toBe(2);
  });
});
