import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Db, sqlState, type Tx } from './database.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const FILE_NAME = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/** What earlier releases locked as well, for a session; so that one of them and this one wait for each other. */
const LOCK = '3853314791062309107';
/** For so long another process may migrate. */
const WAIT_FOR_OTHERS_MS = 600_000;
/** For so long a migration queues for a table, and everybody who wants that table queues behind it. */
const WAIT_FOR_TABLES_MS = 5_000;
const ATTEMPTS = 20;
const PAUSE_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/** The database cannot be brought to this release; the message says what its operator can do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** The names of all migrations that this version knows, in order. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.flatMap((file) => FILE_NAME.exec(file)?.[1] ?? []).sort();
}

/** The names that a database has had applied; none where it is empty. */
async function appliedNames(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ known: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS known
  `.execute(db);
  if (rows[0]?.known !== true) return [];
  const applied = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/**
 * What is left to apply. Names beyond the last known one are a later release's: it may have been tried and taken back.
 *
 * @throws {MigrationError} when the database has another history than this release
 */
export function pendingMigrations(known: readonly string[], applied: readonly string[]): string[] {
  const last = known.at(-1) ?? '';
  const stranger = applied.find((name) => !known.includes(name) && name < last);
  if (stranger !== undefined) {
    throw new MigrationError(
      `The database has had ${stranger} applied, which is no migration of this release.`,
    );
  }
  const pending = known.filter((name) => !applied.includes(name));
  const overtaken = pending.find((name) => applied.some((other) => other > name));
  if (overtaken !== undefined) {
    throw new MigrationError(
      `The database lacks ${overtaken}, though later migrations have been applied to it.`,
    );
  }
  return pending;
}

/** Applies what is left in one transaction: all of it or nothing. */
async function applyPending(db: Db, known: readonly string[]): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    // Of the transaction, not of the session: behind a pooler the next statement may meet another session.
    await sql`SELECT set_config('lock_timeout', ${String(WAIT_FOR_OTHERS_MS)}, true)`.execute(tx);
    await sql`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`.execute(tx);
    await sql`SELECT set_config('lock_timeout', ${String(WAIT_FOR_TABLES_MS)}, true)`.execute(tx);
    await sql`
      CREATE TABLE IF NOT EXISTS kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)
    `.execute(tx);
    const pending = pendingMigrations(known, await appliedNames(tx));
    for (const name of pending) {
      const text = await readFile(fileURLToPath(new URL(`${name}.sql`, FOLDER)), 'utf8');
      await sql.raw(text).execute(tx);
      await sql`INSERT INTO kysely_migration VALUES (${name}, ${new Date().toISOString()})`.execute(tx);
    }
    return pending;
  });
}

/**
 * Brings the database to this version, in one transaction and under a lock, so that several processes may start at once.
 * A table that is in use is waited for a few seconds at a time, so that the traffic on it is not held up behind the wait.
 *
 * @param db without a bound on statements (`MIGRATION_LIMITS`)
 * @returns the names of the migrations that were applied now
 * @throws {MigrationError} when the database has another history than this release, or its tables stay in use
 */
export async function migrateToLatest(db: Db, pauseMs = PAUSE_MS): Promise<string[]> {
  const known = await migrationNames();
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Mostly there is nothing to do; then nothing is locked or written.
      if (pendingMigrations(known, await appliedNames(db)).length === 0) return [];
      return await applyPending(db, known);
    } catch (error) {
      const state = sqlState(error);
      if (state !== LOCK_NOT_AVAILABLE && state !== DEADLOCK) throw error;
      if (attempt === ATTEMPTS) {
        throw new MigrationError(
          'The database could not be migrated: its tables stay locked by other work.',
          {
            cause: error,
          },
        );
      }
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}
