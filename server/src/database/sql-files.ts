import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

/** The current SQL functions. Each file is repeatable: it replaces what it defines. */
export const SQL_FOLDER = new URL('../../sql/', import.meta.url);

/** One file of `server/sql`. */
export interface SqlFile {
  name: string;
  text: string;
  checksum: string;
}

/** All SQL files of a folder, sorted by name. */
export async function readSqlFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** The files that have changed since they were last applied. */
export async function changedSqlFiles(db: Db | Tx, files: readonly SqlFile[]): Promise<SqlFile[]> {
  const { rows } = await sql<{
    exists: boolean;
  }>`SELECT to_regclass('sql_files') IS NOT NULL AS exists`.execute(db);
  if (rows[0]?.exists !== true) return [...files];
  const applied = await sql<{ name: string; checksum: string }>`SELECT name, checksum FROM sql_files`.execute(
    db,
  );
  const checksums = new Map(applied.rows.map(({ name, checksum }) => [name, checksum]));
  return files.filter(({ name, checksum }) => checksums.get(name) !== checksum);
}

/** Records the applied version of a file. */
export async function recordSqlFile(tx: Tx, { name, checksum }: SqlFile): Promise<void> {
  await sql`
    INSERT INTO sql_files (name, checksum) VALUES (${name}, ${checksum})
    ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()
  `.execute(tx);
}

/** Creates the table of applied files if it is missing. */
export async function installSqlFiles(tx: Tx): Promise<void> {
  await sql`
    CREATE TABLE IF NOT EXISTS sql_files (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz(3) NOT NULL DEFAULT now()
    )
  `.execute(tx);
}
