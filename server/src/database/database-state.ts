import { sql } from 'kysely';
import type { Db } from './database.ts';
import { unmetRequirements } from './release-requirements.ts';

/** What a process must know of the database before it serves requests. */
export interface DatabaseState {
  /** The migrations of this release that are not applied. */
  missing: string[];
  /** Migrations of later releases without which no release can work here any more. */
  required: string[];
  /** Whether it is a standby, or refuses changes for another reason. */
  isReadOnly: boolean;
}

/** @param names the migrations of this release */
export async function readDatabaseState(db: Db, names: readonly string[]): Promise<DatabaseState> {
  const { rows } = await sql<Omit<DatabaseState, 'required'>>`
    SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly",
      ARRAY(SELECT unnest(${names}::text[]) EXCEPT SELECT name FROM kysely_migration ORDER BY 1) AS missing
  `.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('the database told nothing of its state');
  // The table of requirements comes with a migration.
  return { ...state, required: state.missing.length === 0 ? await unmetRequirements(db, names) : [] };
}
