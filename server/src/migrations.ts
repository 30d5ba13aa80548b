import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';

const FOLDER = new URL('../migrations/', import.meta.url);
const FILE_NAME = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/** The names of all migrations that this version knows, in order. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files.flatMap((file) => FILE_NAME.exec(file)?.[1] ?? []).sort();
}

/** Numbered SQL files, forward only. */
const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {};
    for (const name of await migrationNames()) {
      const text = await readFile(fileURLToPath(new URL(`${name}.sql`, FOLDER)), 'utf8');
      migrations[name] = {
        up: async (db) => {
          await sql.raw(text).execute(db);
        },
      };
    }
    return migrations;
  },
};

/**
 * Brings the database to this version, in one transaction and under a lock, so that several processes may start at once.
 *
 * @returns the names of the migrations that were applied now
 */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const { error, results } = await new Migrator({ db, provider: sqlFiles }).migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? [])
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName);
}
