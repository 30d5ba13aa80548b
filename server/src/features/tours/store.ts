import type { Tour } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import { opensForEverybodyInSql } from '../catalogue/service.ts';

/** A version of a tour document without the document itself. */
export interface TourVersion {
  version: number;
  savedBy: string;
  savedAt: Date;
  isPublished: boolean;
}

/** Adds a version. Concurrent calls for one experience wait for each other. @returns its number, from 1 */
export async function insertVersion(
  tx: Tx,
  experienceId: number,
  document: Tour,
  savedBy: string,
): Promise<number> {
  const { latest_version: version } = await tx
    .insertInto('tours')
    .values({ experience_id: experienceId, latest_version: 1, published_version: null, published_at: null })
    .onConflict((conflict) =>
      conflict.column('experience_id').doUpdateSet({ latest_version: sql`tours.latest_version + 1` }),
    )
    .returning('latest_version')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('tour_versions')
    .values({
      experience_id: experienceId,
      version,
      document: JSON.stringify(document),
      saved_by: savedBy,
    })
    .execute();
  return version;
}

/** @param version 'latest' and 'published' name a version too */
export async function findVersion(
  db: Db | Tx,
  experienceId: number,
  version: number | 'latest' | 'published',
): Promise<{ version: number; document: Tour } | undefined> {
  const query = db
    .selectFrom('tours')
    .innerJoin('tour_versions', 'tour_versions.experience_id', 'tours.experience_id')
    .select(['tour_versions.version', 'tour_versions.document'])
    .where('tours.experience_id', '=', experienceId);
  if (typeof version === 'number')
    return query.where('tour_versions.version', '=', version).executeTakeFirst();
  return query.whereRef('tour_versions.version', '=', `tours.${version}_version` as const).executeTakeFirst();
}

/** All versions, the newest first. */
export async function listVersions(db: Db, experienceId: number): Promise<TourVersion[]> {
  const rows = await db
    .selectFrom('tour_versions as v')
    .innerJoin('tours as t', 't.experience_id', 'v.experience_id')
    .select([
      'v.version',
      'v.saved_by as savedBy',
      'v.saved_at as savedAt',
      't.published_version as published',
    ])
    .where('v.experience_id', '=', experienceId)
    .orderBy('v.version', 'desc')
    .execute();
  return rows.map(({ published, ...version }) => ({
    ...version,
    isPublished: version.version === published,
  }));
}

/** Lets visitors see this version, which must exist. */
export async function setPublished(tx: Tx, experienceId: number, version: number): Promise<void> {
  await tx
    .updateTable('tours')
    .set({ published_version: version, published_at: sql`now()` })
    .where('experience_id', '=', experienceId)
    .execute();
}

/** The assets that a version's document names; `tour_versions_assets` is an index of this very expression. */
const NAMED_ASSETS = sql<
  string[]
>`jsonb_path_query_array(document, '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-f-]{36}$")')`;

/** The assets that any version of an experience's tour document names. */
export async function findNamedAssets(tx: Tx, experienceId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('tour_versions')
    .select(sql<string>`jsonb_array_elements_text(${NAMED_ASSETS})`.as('asset'))
    .distinct()
    .where('experience_id', '=', experienceId)
    .execute();
  return rows.map(({ asset }) => asset);
}

/** The tours that open for everybody whose published documents name one of the assets, with their prices in tokens. */
export async function findOpenTours(
  tx: Tx,
  assetIds: readonly string[],
): Promise<{ document: Tour; price: number }[]> {
  return tx
    .selectFrom('tour_versions as v')
    .innerJoin('tours as t', (join) =>
      join.onRef('t.experience_id', '=', 'v.experience_id').onRef('t.published_version', '=', 'v.version'),
    )
    .innerJoin('experiences as e', 'e.id', 't.experience_id')
    .select(['v.document', 'e.tokens_required as price'])
    .where(opensForEverybodyInSql('e'))
    .where(sql<boolean>`${NAMED_ASSETS} ?| ${[...assetIds]}::text[]`)
    .execute();
}

/** The published documents that name one of the assets, regardless of who may see them. */
export async function findShownDocuments(tx: Tx, assetIds: readonly string[]): Promise<Tour[]> {
  const rows = await tx
    .selectFrom('tour_versions as v')
    .innerJoin('tours as t', (join) =>
      join.onRef('t.experience_id', '=', 'v.experience_id').onRef('t.published_version', '=', 'v.version'),
    )
    .select('v.document')
    .where(sql<boolean>`${NAMED_ASSETS} ?| ${[...assetIds]}::text[]`)
    .execute();
  return rows.map(({ document }) => document);
}

/** Until the transaction ends, no other one decides which files are public. */
export async function lockPublications(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('publications'))`.execute(tx);
}
