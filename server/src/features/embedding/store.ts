import type { Db } from '../../database/database.ts';
import { findByKey, findIdBySlug, opensForEverybodyInSql } from '../catalogue/service.ts';

/** @returns the sites that may frame a tour, null if every site may; undefined if there is no such tour */
export async function findEmbedSites(db: Db, slug: string): Promise<string[] | null | undefined> {
  const row = await findByKey(db, { column: 'slug', value: slug }, ({ column, value }) =>
    db
      .selectFrom('experiences')
      .leftJoin('embed_sites', 'embed_sites.experience_id', 'experiences.id')
      .select('embed_sites.sites')
      .where(`experiences.${column}`, '=', value)
      .where(opensForEverybodyInSql('experiences'))
      .executeTakeFirst(),
  );
  return row?.sites;
}

/** @param sites null if every site may frame the tour @returns whether there is such a tour */
export async function saveEmbedSites(db: Db, slug: string, sites: string[] | null): Promise<boolean> {
  const experienceId = await findIdBySlug(db, slug);
  if (experienceId === undefined) return false;
  if (sites === null) {
    await db.deleteFrom('embed_sites').where('experience_id', '=', experienceId).execute();
  } else {
    await db
      .insertInto('embed_sites')
      .values({ experience_id: experienceId, sites })
      .onConflict((conflict) => conflict.column('experience_id').doUpdateSet({ sites }))
      .execute();
  }
  return true;
}
