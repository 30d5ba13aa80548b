import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';

/** The number of tours, which the database maintains. */
export async function countTours(db: Db): Promise<number> {
  const size = await db
    .selectFrom('list_sizes')
    .select('size')
    .where('kind', '=', 'all')
    .where('list_id', '=', 0)
    .executeTakeFirst();
  return size?.size ?? 0;
}

/** The pages of the categories: their subcategories, and their tours. */
export async function categoryPaths(db: Db): Promise<string[]> {
  const categories = await db.selectFrom('categories').select(['id', 'name']).orderBy('id').execute();
  return categories.flatMap(({ id, name }) => [
    `/categories/${id}/subcategories`,
    `/experiences?${new URLSearchParams({ category: name })}`,
  ]);
}

/** The pages of the tours with ids above `after`, ordered by id; at most `limit`. */
export async function tourPages(
  db: Db,
  after: number,
  limit: number,
): Promise<{ path: string; changedAt: Date }[]> {
  const tours = await db
    .selectFrom('experiences')
    .select(['slug', 'changed_at'])
    .where('id', '>', after)
    .where('is_listed', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute();
  return tours.map(({ slug, changed_at: changedAt }) => ({ path: `/experiences/vr/${slug}`, changedAt }));
}

/**
 * Splits the tours, ordered by id, into runs of `size`: for each run the `after` of `tourPages`, 0 for the first, and when a
 * tour of it last changed.
 */
export async function tourRuns(db: Db, size: number): Promise<{ after: number; changedAt: Date }[]> {
  const { rows } = await sql<{ last: number; changedAt: Date }>`
    SELECT max(id) AS last, max(changed_at) AS "changedAt"
    FROM (SELECT id, changed_at, (row_number() OVER (ORDER BY id) - 1) / ${size}::integer AS run FROM experiences WHERE is_listed) AS numbered
    GROUP BY run
    ORDER BY run
  `.execute(db);
  return rows.map(({ changedAt }, index) => ({ after: rows[index - 1]?.last ?? 0, changedAt }));
}
