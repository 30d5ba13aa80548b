import { sql } from 'kysely';
import type { Db } from '../../database.ts';

/** The path of a tour's page. */
const tourPath = (slug: string) => `/experiences/vr/${slug}`;

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
export async function tourPaths(db: Db, after: number, limit: number): Promise<string[]> {
  const tours = await db
    .selectFrom('experiences')
    .select('slug')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return tours.map(({ slug }) => tourPath(slug));
}

/** Where each run of `size` tours begins: the ids that `tourPaths` is to read after, the first being 0. */
export async function tourRuns(db: Db, size: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS total FROM experiences) AS numbered
    WHERE place % ${size}::integer = 0 AND place < total
    ORDER BY id
  `.execute(db);
  return [0, ...rows.map(({ id }) => id)];
}
