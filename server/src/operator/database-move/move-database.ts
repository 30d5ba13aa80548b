import pg from 'pg';
import { sqlState } from '../../database/database.ts';
import { CommandError } from '../command.ts';
import { copyRows } from './copy-rows.ts';
import {
  listForeignKeys,
  listLockable,
  listMigrations,
  listSequences,
  listTables,
  listWithTriggers,
  requireSameMigrations,
  requireSameSequences,
  requireSameTables,
  type Table,
} from './tables.ts';

/** The advisory lock of moves, in both databases. */
const LOCK = '3853314791062309109';
const LOCK_TIMEOUT = '5s';
const LOCK_NOT_AVAILABLE = '55P03';
/** Both sides write and read values the same way, and wait for each other as long as the copy takes. */
const SESSION = `
  SET LOCAL search_path = public; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/** What was moved. */
export interface Moved {
  tables: number;
  rows: number;
  sequences: number;
}

/** Works in one transaction on a connection of its own. It is committed when the work returns. */
async function inClient<T>(connectionString: string, begin: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString, application_name: 'oriel move', keepAlive: true });
  // Queries report a lost connection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`${begin}; ${SESSION}`);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** How many connections of Oriel's processes a database has. */
export async function countConnections(connectionString: string): Promise<number> {
  return inClient(connectionString, 'BEGIN', async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'oriel' AND pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  });
}

/** Whether a database is empty, or prepared for Oriel and never used. @throws {CommandError} when its encoding is not UTF-8 */
export async function isUnused(connectionString: string): Promise<boolean> {
  return inClient(connectionString, 'BEGIN', async (client) => {
    const { rows } = await client.query<{ encoding: string }>(
      "SELECT current_setting('server_encoding') AS encoding",
    );
    if (rows[0]?.encoding !== 'UTF8')
      throw new CommandError(`TO has the encoding ${rows[0]?.encoding}; create it with ENCODING 'UTF8'.`);
    return hasNothing(client);
  });
}

async function hasNothing(client: pg.Client): Promise<boolean> {
  const tables = await listTables(client);
  if (tables.length === 0) return true;
  const uses = ['members', 'experiences', 'ledger_transactions', 'payment_orders', 'audit_events'];
  if (!uses.every((name) => tables.some((table) => table.name === name))) return false;
  const { rows } = await client.query<{ used: boolean }>(
    `SELECT ${uses.map((name) => `EXISTS (SELECT FROM ${name})`).join(' OR ')} AS used`,
  );
  return rows[0]?.used === false;
}

async function claim(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isMine: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isMine"`,
  );
  if (rows[0]?.isMine !== true)
    throw new CommandError('FROM and TO are the same database, or another move of one of them is under way.');
}

/** Keeps everyone from writing until the transaction ends. It comes before the first query, which makes the snapshot. */
async function lockAgainstWriters(source: pg.Client, names: readonly string[]): Promise<void> {
  try {
    await source.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await source.query(`LOCK TABLE ${names.join(', ')} IN SHARE MODE`);
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new CommandError('FROM is being written to. Stop all processes of Oriel first.');
  }
}

/** Adds the partitions that the target lacks, and empties it of what its preparation has written. */
async function makeRoom(target: pg.Client, wanted: readonly Table[]): Promise<void> {
  const present = await listTables(target);
  for (const { name, parent, bound } of wanted)
    if (parent !== null && !present.some((table) => table.name === name))
      await target.query(`CREATE TABLE ${name} PARTITION OF ${parent} ${bound}`);
  const filled: string[] = [];
  for (const { name } of present) {
    const { rowCount } = await target.query(`SELECT FROM ${name} LIMIT 1`);
    if (rowCount !== 0) filled.push(name);
  }
  if (filled.length > 0) await target.query(`TRUNCATE ${filled.join(', ')}`);
}

/** Replaces the content of the target, whose triggers and foreign keys rest meanwhile: all rows obey them already. */
async function fill(source: pg.Client, target: pg.Client, report: (line: string) => void): Promise<Moved> {
  requireSameMigrations(await listMigrations(source), await listMigrations(target));
  const [tables, sequences] = [await listTables(source), await listSequences(source)];
  requireSameTables(tables, await listTables(target));
  requireSameSequences(sequences, await listSequences(target));

  const withTriggers = await listWithTriggers(target);
  const foreignKeys = await listForeignKeys(target);
  for (const name of withTriggers) await target.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  for (const { table, name } of foreignKeys)
    await target.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  await makeRoom(target, tables);
  let rows = 0;
  for (const table of tables) {
    const copied = await copyRows(source, target, table);
    rows += copied;
    if (copied > 0) report(`${table.name}: ${copied}`);
  }
  for (const { name, last, isCalled } of sequences)
    await target.query('SELECT setval($1::regclass, $2, $3)', [name, last, isCalled]);
  // Every row is checked against the keys here.
  for (const { table, name, definition } of foreignKeys)
    await target.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  for (const name of withTriggers) await target.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  return { tables: tables.length, rows, sequences: sequences.length };
}

/** How a move is made. */
export interface MoveOptions {
  /** Called with the source locked and before anything is written. Fails if the source must not be moved. */
  check(): Promise<void>;
  /** Brings the target to this release. */
  prepare(): Promise<void>;
  /** Told the rows of each table. */
  report(line: string): void;
}

/**
 * Copies all content of one database to another, which is empty or was never used, in one snapshot of the source and one
 * transaction of the target: it has everything or nothing. Counts and checksums of all tables are compared. Nobody writes to the source meanwhile.
 *
 * @throws {CommandError} when one of the two is not fit for it; nothing was moved
 */
export async function moveDatabase(
  sourceUrl: string,
  targetUrl: string,
  { check, prepare, report }: MoveOptions,
): Promise<Moved> {
  const lockable = await inClient(sourceUrl, 'BEGIN', listLockable);
  if (lockable.length === 0) throw new CommandError('FROM has no tables.');
  return inClient(sourceUrl, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async (source) => {
    await lockAgainstWriters(source, lockable);
    await claim(source);
    await check();
    await prepare();
    return inClient(targetUrl, 'BEGIN', async (target) => {
      await claim(target);
      if (!(await hasNothing(target)))
        throw new CommandError('TO has been used meanwhile; nothing was moved.');
      return fill(source, target, report);
    });
  });
}
