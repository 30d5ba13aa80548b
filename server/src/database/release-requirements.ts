import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import type { MigrationHeader } from './migration-header.ts';

/** The migration that creates the table of requirements. */
export const REQUIREMENTS = '0047_release_requirements';

/** Records that releases without `after` cannot work any more, where a contracting migration declares it. */
export async function recordRequirement(tx: Tx, name: string, { after }: MigrationHeader): Promise<void> {
  if (after === undefined) return;
  await sql`
    INSERT INTO release_requirements (migration, required_by) VALUES (${after}, ${name}) ON CONFLICT DO NOTHING
  `.execute(tx);
}

/**
 * The migrations that this database requires of a release and that this one lacks.
 *
 * @param names the migrations of this release
 */
export async function unmetRequirements(db: Db | Tx, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ migration: string }>`
    SELECT migration FROM release_requirements WHERE migration <> ALL (${names}::text[]) ORDER BY 1
  `.execute(db);
  return rows.map(({ migration }) => migration);
}
