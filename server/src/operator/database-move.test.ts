// @module-tag processes
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createWalletApp,
  expectSoundLedger,
  give,
  lockedTours,
  type WalletApp,
} from '../../testing/apps/wallet-app.ts';
import { childEnvironment } from '../../testing/child-environment.ts';
import {
  type CommandResult,
  createTestDatabase,
  runCommand,
  type TestDatabase,
} from '../../testing/index.ts';
import { type Db, openDatabase } from '../database/database.ts';
import { embeddedDatabase } from '../embedded/configured-database.ts';
import { startEmbeddedPostgres } from '../embedded/postgres.ts';

const COMMAND = fileURLToPath(new URL('./database-move.ts', import.meta.url));
/** Five commands, three of which start a PostgreSQL. */
const LONG = { timeout: 150_000 };
const OLD_PARTITION = 'analytics_events_20200102';

let dataDir: string;
let site: WalletApp;
/** Holds the same as `site`, without its processes. */
let source: string;
let target: TestDatabase;
let member: string;
let refusedWhileUsed: CommandResult;

// A URL needs a host; the socket takes precedence.
const urlOf = (connectionString: string) => connectionString.replace('@/', '@localhost/');
const move = (from: string, to: string) =>
  runCommand({ connectionString: '', config: { dataDir } as never }, COMMAND, [from, to], {
    DATABASE_URL: '',
  });

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-move-'));
  chmodSync(dataDir, 0o711);
  site = await createWalletApp(lockedTours(4));
  const members = [await site.memberWith(1_000), await site.memberWith(250)];
  member = members[0]?.user.id ?? '';
  for (const session of members)
    for (const slug of ['locked-0', 'locked-1']) expect((await site.unlock(session, slug)).status).toBe(200);
  // What only some databases have, and what COPY must quote.
  await sql`CREATE TABLE ${sql.table(OLD_PARTITION)} PARTITION OF analytics_events
    FOR VALUES FROM ('2020-01-02') TO ('2020-01-03')`.execute(site.db);
  await sql`UPDATE experiences SET description = E'tab\\t, line\\n, \\\\N, "quotes", ø, \\U0001F30D' WHERE slug = 'locked-3'`.execute(
    site.db,
  );
  target = await createTestDatabase();
  source = urlOf(site.connectionString);
  refusedWhileUsed = await move(source, urlOf(target.connectionString));
  await site.app.close();
  await site.db.destroy();
});
afterAll(async () => {
  await target?.drop();
  await site?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** All that two databases must have in common: rows, sequences, keys, triggers. */
async function contentOf(db: Db): Promise<Record<string, unknown>> {
  const tables = await sql<{ name: string; count: number; hash: string }>`
    SELECT relname AS name, (xpath('/row/count/text()', counted))[1]::text::integer AS count,
      (xpath('/row/hash/text()', counted))[1]::text AS hash
    FROM pg_class, query_to_xml(format(
      'SELECT count(*) AS count, coalesce(md5(string_agg(one::text, '','' ORDER BY one::text)), '''') AS hash FROM %s AS one', oid::regclass
    ), false, true, '') AS counted
    WHERE relkind IN ('r', 'p') AND relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
      AND relname !~ '^(queue_stats|analytics_events_2)' ORDER BY 1
  `.execute(db);
  const sequences = await sql`SELECT sequencename, last_value FROM pg_sequences ORDER BY 1`.execute(db);
  const keys = await sql`
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conparentid = 0 AND contype <> 'n' AND connamespace::regnamespace::text !~ '^(pg_|information_)' ORDER BY 1, 2, 3
  `.execute(db);
  const triggers = await sql`
    SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2
  `.execute(db);
  return { tables: tables.rows, sequences: sequences.rows, keys: keys.rows, triggers: triggers.rows };
}

async function inDatabase<T>(connectionString: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ connectionString, poolSize: 2 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Kills a move when it waits for a table that another connection has locked: others have been changed by then. */
async function interruptedMove(from: string): Promise<void> {
  const locker = new pg.Client({ connectionString: target.connectionString });
  await locker.connect();
  try {
    await locker.query('BEGIN; LOCK TABLE unlocks IN ACCESS EXCLUSIVE MODE');
    const child = spawn(process.execPath, [COMMAND, from, urlOf(target.connectionString)], {
      env: { ...childEnvironment(), DATA_DIR: dataDir },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'unlocks'::regclass";
    await expect.poll(async () => (await locker.query(waiting)).rowCount, { timeout: 50_000 }).toBe(1);
    child.kill('SIGKILL');
    await ended;
    expect((await locker.query('SELECT FROM members')).rowCount).toBe(0);
  } finally {
    await locker.end();
  }
}

it('refuses a database that processes use, and places that it cannot use', async () => {
  expect(refusedWhileUsed).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Oriel uses FROM \(\d+ connections\)/),
  });
  const [usage, same, missing] = await Promise.all([
    move('embedded', 'mysql://localhost/x'),
    move(source, source),
    move('embedded', source),
  ]);
  expect(usage).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no database in') });
  expect(same).toMatchObject({ status: 1, stderr: expect.stringContaining('is in use') });
  expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no database in') });
});

it('moves everything into an embedded database and back, though it was interrupted', LONG, async () => {
  const original = await inDatabase(source, contentOf);
  const forth = await move(source, 'embedded');
  expect(forth).toMatchObject({ status: 0, stdout: expect.stringContaining('sound on both sides') });
  const embedded = await embeddedDatabase(dataDir);
  try {
    expect(await inDatabase(embedded.connectionString, contentOf)).toEqual(original);
  } finally {
    await embedded.release();
  }

  await interruptedMove('embedded');
  // As the next start does: ends the server that the killed command has left, and recovers.
  const recovered = await startEmbeddedPostgres({ dataDir, durable: false, report: () => undefined });
  await recovered.stop();
  const back = await move('embedded', urlOf(target.connectionString));
  expect(back).toMatchObject({ status: 0, stdout: expect.stringContaining('Set DATABASE_URL to TO') });
  expect(back.stdout).not.toContain('password');
  await inDatabase(target.connectionString, async (db) => {
    expect(await contentOf(db)).toEqual(original);
    const { rows } = await sql<{ last: number }>`SELECT max(id) AS last FROM ledger_transactions`.execute(db);
    expect(await give(db, member, 10)).toBe((rows[0]?.last ?? Number.NaN) + 1);
    await expectSoundLedger(db);
    await expect(sql`DELETE FROM staff; TRUNCATE staff`.execute(db)).rejects.toThrow('append-only');
  });
  const again = await move('embedded', urlOf(target.connectionString));
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing is ever overwritten') });
});
