import type { ExperienceQuery, SortOrder } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../database/database.ts';
import { decodeCursor, type ListQuery, type Position, parseCursor } from './cursor.ts';
import { ORDERS, positionOf, type SortKey, TAG_ORDER } from './orders.ts';
import { CARD_COLUMNS, type CardRow, readCards, type StoredExperience } from './store.ts';
import { nameKey } from './words.ts';

/** The one filter of a list, by id or by name. */
type Filter =
  | { kind: 'all' | 'category' | 'subcategory'; id: number }
  | { kind: 'category' | 'tag'; name: string };

/** As `list_sizes` has it. */
const ALL: Filter = { kind: 'all', id: 0 };

interface PlainRow extends CardRow {
  listId: number;
  sortKey: SortKey;
  total: number | null;
}

export interface PlainPage {
  listQuery: ListQuery;
  /** One more than the page if there is a further one. */
  rows: StoredExperience[];
  positions: Position[];
  total: number;
}

const TABLES = { category: 'categories', tag: 'tags' } as const;

/** The only filter of a query; undefined if it has several, or searches. */
function filterOf({
  q,
  category,
  categoryId,
  subcategoryId,
  tag,
  sort = 'featured',
}: ExperienceQuery): Filter | undefined {
  if (q) return undefined;
  const filters: Filter[] = [];
  if (category) filters.push({ kind: 'category', name: nameKey(category) });
  if (categoryId !== undefined) filters.push({ kind: 'category', id: categoryId });
  if (subcategoryId !== undefined) filters.push({ kind: 'subcategory', id: subcategoryId });
  if (tag) filters.push({ kind: 'tag', name: nameKey(tag) });
  if (filters.length > 1) return undefined;
  const [filter = ALL] = filters;
  if ('name' in filter && filter.name.includes('\0')) return undefined;
  // The links of a tag are in the default order alone.
  return filter.kind === 'tag' && sort !== 'featured' ? undefined : filter;
}

const texts = new LRUCache<string, string>({ max: 500 });

/**
 * The statement for pages of this kind. Limits are literals: with a parameter PostgreSQL plans for many rows. Other values
 * are subqueries, which it does not look into: it would take a plan for the values of one page to be cheaper than one for all,
 * and plan each time.
 */
function textFor(filter: Filter, sort: SortOrder, isContinued: boolean, size: number): string {
  const table = 'name' in filter ? TABLES[filter.kind] : undefined;
  const cacheKey = `${filter.kind} ${table} ${sort} ${isContinued} ${size}`;
  const cached = texts.get(cacheKey);
  if (cached !== undefined) return cached;
  const isTag = filter.kind === 'tag';
  const { key, keyType, direction, beyond } = isTag ? TAG_ORDER : ORDERS[sort];
  const [from, id] = isTag
    ? ['experience_tags AS t JOIN experiences AS e ON e.id = t.experience_id', 't.experience_id']
    : ['experiences AS e', 'e.id'];
  const wanted =
    table === undefined
      ? '(SELECT $1::integer)'
      : `(SELECT named.id FROM ${table} AS named WHERE named.name_key = $1)`;
  const listId = filter.kind === 'all' ? wanted : `${isTag ? 't.tag' : `e.${filter.kind}`}_id`;
  const text = `SELECT ${CARD_COLUMNS}, ${listId} AS "listId", ${key} AS "sortKey",
      (SELECT size FROM list_sizes WHERE kind = '${filter.kind}' AND list_id = ${wanted}) AS total
    FROM ${from}
    WHERE ${filter.kind === 'all' ? 'true' : `${listId} = ${wanted}`}
      ${isContinued ? `AND (${key}, ${id}) ${beyond} ((SELECT $2::${keyType}), (SELECT $3::integer))` : ''}
    ORDER BY ${key} ${direction}, ${id} ${direction} LIMIT ${size + 1}`;
  texts.set(cacheKey, text);
  return text;
}

/**
 * A page of a list with one filter at most, in one statement that reads rows in the order of an index.
 *
 * @returns undefined for any other list, and where no row was found
 * @throws {AppError} 400 `invalid_cursor`
 */
export async function findPlainPage(
  db: Db,
  query: ExperienceQuery,
  size: number,
): Promise<PlainPage | undefined> {
  const filter = filterOf(query);
  const { sort = 'featured', cursor } = query;
  const after = cursor === undefined ? undefined : parseCursor(sort, cursor)?.position;
  if (filter === undefined || (cursor !== undefined && after === undefined)) return undefined;
  const values: unknown[] = ['name' in filter ? filter.name : filter.id];
  if (after !== undefined) values.push(after.key, after.id);
  const rows = await readCards<PlainRow>(db, textFor(filter, sort, after !== undefined, size), values);
  const [first] = rows;
  if (first === undefined) return undefined;
  const idOf = (kind: Filter['kind']) => (filter.kind === kind ? first.listId : undefined);
  const listQuery: ListQuery = {
    categoryId: idOf('category'),
    subcategoryId: idOf('subcategory'),
    tagId: idOf('tag'),
    q: undefined,
    sort,
  };
  if (cursor !== undefined) decodeCursor(listQuery, cursor);
  return {
    listQuery,
    rows,
    positions: rows.map(({ id, sortKey }) => positionOf(id, sortKey, 0, sort)),
    total: first.total ?? 0,
  };
}
