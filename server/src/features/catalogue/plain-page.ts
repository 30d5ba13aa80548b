import type { ExperienceQuery, SortOrder } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import { Batch } from '../../batch.ts';
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
  /** Of its page among those that were asked for, from 1. */
  place: number;
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

/** How many kinds of pages are remembered. */
const MAX_KINDS = 500;
/** About how many rows a statement reads. */
const MAX_ROWS = 200;

const TABLES = { category: 'categories', tag: 'tags' } as const;

/** The only filter of a query; undefined if it has several, or searches. */
function filterOf({
  q,
  category,
  categoryId,
  subcategoryId,
  tag,
  price,
  mediaType,
  country,
  sort = 'featured',
}: ExperienceQuery): Filter | undefined {
  if (q || price || mediaType || country) return undefined;
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

/** PostgreSQL's type of the values that a filter is given by. */
const typeOf = (filter: Filter) => ('name' in filter ? 'text' : 'integer');

/**
 * The statement for pages of this kind, each asked for by the value of the filter and the position that it continues from.
 * Limits are literals: with a parameter PostgreSQL plans for many rows. The other parameters are in subqueries, which it does
 * not look into: it would take a plan for the values of one call to be cheaper than one for all, and plan each time.
 */
function textFor(filter: Filter, sort: SortOrder, isContinued: boolean, size: number): string {
  const isTag = filter.kind === 'tag';
  const { key, keyType, direction, beyond } = isTag ? TAG_ORDER : ORDERS[sort];
  const [from, id, listColumn] = isTag
    ? ['experience_tags AS t JOIN experiences AS e ON e.id = t.experience_id', 't.experience_id', 't.tag_id']
    : ['experiences AS e', 'e.id', `e.${filter.kind}_id`];
  const listId =
    'name' in filter
      ? `(SELECT named.id FROM ${TABLES[filter.kind]} AS named WHERE named.name_key = value)`
      : 'value';
  const parameters = [typeOf(filter), ...(isContinued ? [keyType, 'integer'] : [])];
  const conditions = [
    'e.is_listed',
    ...(filter.kind === 'all' ? [] : [`${listColumn} = asked.list_id`]),
    ...(isContinued ? [`(${key}, ${id}) ${beyond} (asked.key, asked.id)`] : []),
  ];
  return `SELECT asked.place::integer, asked.list_id AS "listId", page.*,
      (SELECT size FROM list_sizes WHERE kind = '${filter.kind}' AND list_id = asked.list_id) AS total
    FROM (
      SELECT ${listId} AS list_id, given.*
      FROM unnest(${parameters.map((type, index) => `(SELECT $${index + 1}::${type}[])`).join(', ')})
        WITH ORDINALITY AS given (value, ${isContinued ? 'key, id, ' : ''}place) OFFSET 0
    ) AS asked
    CROSS JOIN LATERAL (
      SELECT ${CARD_COLUMNS}, ${key} AS "sortKey" FROM ${from} WHERE ${conditions.join(' AND ')}
      ORDER BY ${key} ${direction}, ${id} ${direction} LIMIT ${size + 1}
    ) AS page
    ORDER BY asked.place, page."sortKey" ${direction}, page.id ${direction}`;
}

/** A page by the value of its filter, and the position that it continues from. */
interface Asked {
  value: string | number;
  after: Position | undefined;
}

type PageBatch = Batch<Asked, PlainRow[]>;

/** Reads pages of lists with one filter at most; pages of a kind that are requested at the same time share a statement. */
export class PlainPages {
  readonly #db: Db;
  readonly #batches = new LRUCache<string, PageBatch>({ max: MAX_KINDS });

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * A page of a list with one filter at most, from a statement that reads rows in the order of an index.
   *
   * @returns undefined for any other list, and where no row was found
   * @throws {AppError} 400 `invalid_cursor`
   */
  async find(query: ExperienceQuery, size: number): Promise<PlainPage | undefined> {
    const filter = filterOf(query);
    const { sort = 'featured', cursor } = query;
    const after = cursor === undefined ? undefined : parseCursor(sort, cursor)?.position;
    if (filter === undefined || (cursor !== undefined && after === undefined)) return undefined;
    const value = 'name' in filter ? filter.name : filter.id;
    const rows = await this.#batchFor(filter, sort, after !== undefined, size).get({ value, after });
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

  #batchFor(filter: Filter, sort: SortOrder, isContinued: boolean, size: number): PageBatch {
    const kind = `${filter.kind} ${typeOf(filter)} ${sort} ${isContinued} ${size}`;
    let batch = this.#batches.get(kind);
    if (batch === undefined) {
      const text = textFor(filter, sort, isContinued, size);
      batch = new Batch((asked) => this.#read(text, asked), Math.max(1, Math.floor(MAX_ROWS / size)));
      this.#batches.set(kind, batch);
    }
    return batch;
  }

  async #read(text: string, asked: readonly Asked[]): Promise<PlainRow[][]> {
    const values: unknown[] = [asked.map(({ value }) => value)];
    if (asked[0]?.after !== undefined)
      values.push(
        asked.map(({ after }) => after?.key),
        asked.map(({ after }) => after?.id),
      );
    const pages = asked.map((): PlainRow[] => []);
    for (const row of await readCards<PlainRow>(this.#db, text, values)) pages[row.place - 1]?.push(row);
    return pages;
  }
}
