import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { StoredPlace } from './inputs.ts';
import { experienceKey, findByKey } from './store.ts';
import { opensForEverybodyInSql } from './visibility-store.ts';

/** An experience's place sheet, and what its neighbours and similar experiences are found by. */
export interface LocatedExperience {
  id: number;
  place: StoredPlace | null;
  latitude: number | null;
  longitude: number | null;
  categoryId: number | null;
  subcategoryId: number | null;
  sortOrder: number;
  tokensRequired: number;
}

const COLUMNS = [
  'id',
  'place',
  'latitude',
  'longitude',
  'category_id as categoryId',
  'subcategory_id as subcategoryId',
  'sort_order as sortOrder',
  'tokens_required as tokensRequired',
] as const;

/** @param key the numeric id or the slug */
export async function findPlace(db: Db, key: string): Promise<LocatedExperience | undefined> {
  return findByKey(db, experienceKey(key), ({ column, value }) =>
    db
      .selectFrom('experiences')
      .select(COLUMNS)
      .where(column, '=', value)
      .where(opensForEverybodyInSql('experiences'))
      .executeTakeFirst(),
  );
}

/** The ids of the most popular experiences of a category or subcategory, with what their covers show. */
export function findPopular(
  db: Db,
  column: 'category_id' | 'subcategory_id',
  value: number,
  { except, limit }: { except: number; limit: number },
): Promise<{ id: number; thumbnail: string | null }[]> {
  return db
    .selectFrom('experiences')
    .select(['id', 'thumbnail'])
    .where(column, '=', value)
    .where('is_listed', '=', true)
    .where('id', '<>', except)
    .orderBy('popularity', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The neighbour in the default order of the library; from its end the order begins again. */
export async function findNeighbour(
  db: Db,
  { id, sortOrder }: Pick<LocatedExperience, 'id' | 'sortOrder'>,
  direction: 'previous' | 'next',
): Promise<number | undefined> {
  const [beyond, order] = direction === 'next' ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  const { rows } = await sql<{ id: number }>`
    (SELECT id, 0 AS turn FROM experiences WHERE is_listed AND (sort_order, id) ${beyond} (${sortOrder}::integer, ${id}::integer)
      ORDER BY sort_order ${order}, id ${order} LIMIT 1)
    UNION ALL
    (SELECT id, 1 AS turn FROM experiences WHERE is_listed AND id <> ${id} ORDER BY sort_order ${order}, id ${order} LIMIT 1)
    ORDER BY turn LIMIT 1
  `.execute(db);
  return rows[0]?.id;
}
