import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { type Db, sqlState, type Tx } from './database.ts';
import { readMigrationHeader } from './migration-header.ts';
import { REQUIREMENTS, recordRequirement, unmetRequirements } from './release-requirements.ts';
import {
  changedSqlFiles,
  installSqlFiles,
  readSqlFiles,
  recordSqlFile,
  SQL_FOLDER,
  type SqlFile,
} from './sql-files.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const FILE_NAME = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/** The advisory lock of all releases, so that they wait for each other. */
const LOCK = '3853314791062309107';
/** How long to wait for another process that migrates. */
const LOCK_TIMEOUT_MS = 600_000;
/** How long a migration waits for a table lock; all other statements on the table queue behind it. */
const TABLE_LOCK_TIMEOUT_MS = 5_000;
const ATTEMPTS = 20;
const PAUSE_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/** The database cannot be migrated; the message is for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** The numbered migrations of a release, in order, and its SQL files. */
interface Release {
  names: readonly string[];
  files: readonly SqlFile[];
}

/** The names of all migrations of this release, in order. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.flatMap((file) => FILE_NAME.exec(file)?.[1] ?? []).sort();
}

/** The names of the applied migrations; none in an empty database. */
async function appliedNames(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS exists
  `.execute(db);
  if (rows[0]?.exists !== true) return [];
  const applied = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/**
 * The migrations to apply, in order. Applied names after the last of this release belong to a later release, which may
 * have been tried and rolled back.
 *
 * @throws {MigrationError} when the database has another history than this release
 */
export function pendingMigrations(names: readonly string[], applied: readonly string[]): string[] {
  const last = names.at(-1) ?? '';
  const unknown = applied.find((name) => !names.includes(name) && name < last);
  if (unknown !== undefined) {
    throw new MigrationError(
      `The database has had ${unknown} applied, which is no migration of this release.`,
    );
  }
  const pending = names.filter((name) => !applied.includes(name));
  const overtaken = pending.find((name) => applied.some((other) => other > name));
  if (overtaken !== undefined) {
    throw new MigrationError(
      `The database lacks ${overtaken}, though later migrations have been applied to it.`,
    );
  }
  return pending;
}

/** @throws {MigrationError} when a later release has removed what this one uses */
async function refuseContracted(db: Db | Tx, names: readonly string[]): Promise<void> {
  const [missing] = await unmetRequirements(db, names);
  if (missing === undefined) return;
  throw new MigrationError(
    `The database needs a release with the migration ${missing}; this one is too old for it.`,
  );
}

/** The part of a release to apply. A database that a later release has migrated keeps that release's functions. */
async function pendingWork(db: Db | Tx, { names, files }: Release): Promise<Release> {
  const applied = await appliedNames(db);
  if (applied.includes(REQUIREMENTS)) await refuseContracted(db, names);
  const isOfLaterRelease = applied.some((name) => !names.includes(name));
  return {
    names: pendingMigrations(names, applied),
    files: isOfLaterRelease ? [] : await changedSqlFiles(db, files),
  };
}

/** Runs one file. @throws {MigrationError} naming the file; retryable errors are rethrown */
async function applyFile(tx: Tx, file: string, text: string): Promise<void> {
  try {
    await sql.raw(text).execute(tx);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isRetryable(error)) throw error;
    throw new MigrationError(
      `${file} could not be applied, and the database was left as it was: ${error.message}`,
      { cause: error },
    );
  }
}

/** Applies a release in one transaction. The functions come last, since they refer to the tables. */
async function applyPending(db: Db, release: Release): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    // A transaction-level lock: behind a pooler the next statement may run in another session.
    await sql`SELECT set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(tx);
    await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(tx);
    await sql`SELECT set_config('lock_timeout', ${String(TABLE_LOCK_TIMEOUT_MS)}, true)`.execute(tx);
    await sql`
      CREATE TABLE IF NOT EXISTS kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)
    `.execute(tx);
    await installSqlFiles(tx);
    const { names, files } = await pendingWork(tx, release);
    for (const name of names) {
      const text = await readFile(new URL(`${name}.sql`, FOLDER), 'utf8');
      await applyFile(tx, `server/migrations/${name}.sql`, text);
      await sql`INSERT INTO kysely_migration VALUES (${name}, ${new Date().toISOString()})`.execute(tx);
      await recordRequirement(tx, name, readMigrationHeader(text));
    }
    for (const file of files) {
      await applyFile(tx, `server/sql/${file.name}`, file.text);
      await recordSqlFile(tx, file);
    }
    return [...names, ...files.map(({ name }) => name)];
  });
}

function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === LOCK_NOT_AVAILABLE || state === DEADLOCK;
}

/**
 * Migrates the database to this release, in one transaction and under a lock, so that several processes can start at once:
 * missing numbered migrations, then files of `server/sql` that have changed since they were applied. Waits for tables in
 * use a few seconds at a time, since other statements queue behind the wait.
 *
 * @param db opened with `MIGRATION_LIMITS`
 * @param options.last the number of the last migration to apply; for tests of upgrades
 * @returns the names of the migrations and SQL files that were applied now
 * @throws {MigrationError} when the history differs from this release, a file is faulty, or tables stay locked
 */
export async function migrateToLatest(
  db: Db,
  { pauseMs = PAUSE_MS, sqlFolder = SQL_FOLDER, last = '9999' } = {},
): Promise<string[]> {
  const names = (await migrationNames()).filter((name) => name.slice(0, 4) <= last);
  const release: Release = { names, files: await readSqlFiles(sqlFolder) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Usually there is nothing to do; then nothing is locked or written.
      const { names, files } = await pendingWork(db, release);
      if (names.length === 0 && files.length === 0) return [];
      return await applyPending(db, release);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt === ATTEMPTS) {
        throw new MigrationError(
          'The database could not be migrated: its tables stay locked by other work.',
          { cause: error },
        );
      }
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}

/**
 * Checks that the database has all that this release needs, and changes nothing.
 *
 * @throws {MigrationError} naming the migrations and SQL files that it lacks
 */
export async function requireMigrated(db: Db): Promise<void> {
  const release: Release = { names: await migrationNames(), files: await readSqlFiles(SQL_FOLDER) };
  const { names, files } = await pendingWork(db, release);
  const missing = [...names, ...files.map(({ name }) => name)];
  if (missing.length === 0) return;
  throw new MigrationError(
    `The database lacks ${missing.join(', ')}. Run "npm run migrate", or start with MIGRATE_ON_START=on.`,
  );
}
