import type { Country } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';

export interface Town {
  name: string;
  country: string | null;
  itemCount: number;
}

export interface NamedTag {
  name: string;
  itemCount: number;
}

/** More towns than this are not suggested; the least popular are left out. */
const MAX_TOWNS = 20_000;

/** The most frequent one, with capitals where several are. */
const spellingOf = (column: 'city' | 'country') =>
  sql`mode() WITHIN GROUP (ORDER BY ${sql.ref(column)} COLLATE "C")`;

/** The most popular first. */
export async function findTowns(db: Db): Promise<Town[]> {
  const { rows } = await sql<Town>`
    SELECT ${spellingOf('city')} AS name, ${spellingOf('country')} AS country, count(*)::integer AS "itemCount"
    FROM experiences WHERE city <> '' AND is_listed
    GROUP BY lower(city), lower(coalesce(country, '')) ORDER BY sum(popularity) DESC, lower(city) LIMIT ${sql.lit(MAX_TOWNS)}
  `.execute(db);
  return rows;
}

export async function findCountries(db: Db): Promise<Country[]> {
  const { rows } = await sql<Country>`
    SELECT ${spellingOf('country')} AS name, count(*)::integer AS "itemCount" FROM experiences WHERE country <> '' AND is_listed
    GROUP BY lower(country) ORDER BY count(*) DESC, name LIMIT 300
  `.execute(db);
  return rows;
}

/** Active tags with experiences, the fullest first. */
export async function findFilledTags(db: Db): Promise<NamedTag[]> {
  const { rows } = await sql<NamedTag>`
    SELECT t.name, l.size AS "itemCount" FROM tags AS t JOIN list_sizes AS l ON l.kind = 'tag' AND l.list_id = t.id
    WHERE t.is_active AND l.size > 0 ORDER BY l.size DESC, t.name
  `.execute(db);
  return rows;
}
