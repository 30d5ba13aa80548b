import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';

/** How many tours there are; kept with every change, so nothing is counted. */
export async function countTours(db: Db): Promise<number> {
  const size = await db
    .selectFrom('list_sizes')
    .select('size')
    .where('kind', '=', 'all')
    .where('list_id', '=', 0)
    .executeTakeFirst();
  return size?.size ?? 0;
}

/** The pages of the categories: what each is divided into, and its tours. */
export async function categoryPaths(db: Db): Promise<string[]> {
  const categories = await db.selectFrom('categories').select(['id', 'name']).orderBy('id').execute();
  return categories.flatMap(({ id, name }) => [
    `/categories/${id}/subcategories`,
    `/experiences?${new URLSearchParams({ category: name })}`,
  ]);
}

/** The pages of the tours whose ids follow `after`, in their order; at most `limit`. */
export async function tourPages(
  db: Db,
  after: number,
  limit: number,
): Promise<{ path: string; changedAt: Date }[]> {
  const tours = await db
    .selectFrom('experiences')
    .select(['slug', 'changed_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return tours.map(({ slug, changed_at: changedAt }) => ({ path: `/experiences/vr/${slug}`, changedAt }));
}

/**
 * The runs of `size` tours, in the order of their ids: the id that `tourPages` is to read after, 0 for the first, and when
 * a tour of the run last changed.
 */
export async function tourRuns(db: Db, size: number): Promise<{ after: number; changedAt: Date }[]> {
  const { rows } = await sql<{ last: number; changedAt: Date }>`
    SELECT max(id) AS last, max(changed_at) AS "changedAt"
    FROM (SELECT id, changed_at, (row_number() OVER (ORDER BY id) - 1) / ${size}::integer AS run FROM experiences) AS numbered
    GROUP BY run
    ORDER BY run
  `.execute(db);
  return rows.map(({ changedAt }, index) => ({ after: rows[index - 1]?.last ?? 0, changedAt }));
}
