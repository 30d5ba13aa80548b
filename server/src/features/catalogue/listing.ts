import type { SortOrder } from '@oriel/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { ListQuery, Position } from './cursor.ts';
import { type SearchedWords, searchedWords } from './search.ts';
import { toTsQuery } from './words.ts';

/** Searches that can match no more rows than this gather them at once. */
const GATHERED_ROWS = 1500;
/** How many rows are looked through in their order before the matching ones are gathered by the filters' own indexes. */
const PROBED_ROWS = 600;
/** Totals that nobody keeps are counted up to here. */
const COUNTED_ROWS = 1000;

/** The order of a list: by `key`, then by id in the same direction. */
interface Order {
  key: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
  beyond: RawBuilder<unknown>;
  keyType: RawBuilder<unknown>;
}

const DESCENDING = { direction: sql`DESC`, beyond: sql`<` };
const ORDERS: Record<SortOrder, Order> = {
  featured: { key: sql`e.sort_order`, direction: sql`ASC`, beyond: sql`>`, keyType: sql`integer` },
  popular: { key: sql`e.popularity`, ...DESCENDING, keyType: sql`bigint` },
  new: { key: sql`e.created_at`, ...DESCENDING, keyType: sql`timestamptz` },
  rating: { key: sql`COALESCE(e.rating, 0)`, ...DESCENDING, keyType: sql`numeric` },
};
const TAG_ORDER: Order = { ...ORDERS.featured, key: sql`t.sort_order` };

/** The conditions of a search: words in the headline, or for tier 1 only elsewhere. */
interface Match {
  tsQuery: string;
  tier: 0 | 1;
  /** Whether headlines come first; otherwise both tiers are one. */
  isTiered: boolean;
}

/** A query whose words have been looked up. */
export interface PreparedList {
  query: ListQuery;
  search: SearchedWords | undefined;
}

interface Selection {
  query: ListQuery;
  match: Match | undefined;
  after: Position | undefined;
  rows: number;
}

interface Row {
  id: number;
  key: number | string | Date;
}

function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

function afterPosition(
  order: Order,
  id: RawBuilder<unknown>,
  after: Position | undefined,
): RawBuilder<unknown>[] {
  if (after === undefined) return [];
  return [sql`(${order.key}, ${id}) ${order.beyond} (${after.key}::${order.keyType}, ${after.id}::integer)`];
}

function listConditions({ categoryId, subcategoryId }: ListQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (categoryId !== undefined) conditions.push(sql`e.category_id = ${categoryId}`);
  if (subcategoryId !== undefined) conditions.push(sql`e.subcategory_id = ${subcategoryId}`);
  return conditions;
}

function matchCondition({ tsQuery, tier, isTiered }: Match): RawBuilder<unknown> {
  if (!isTiered) return sql`s.document @@ ${tsQuery}::tsquery`;
  if (tier === 0) return sql`s.headline @@ ${tsQuery}::tsquery`;
  return sql`s.document @@ ${tsQuery}::tsquery AND NOT s.headline @@ ${tsQuery}::tsquery`;
}

/** Literal, because a parameter here makes PostgreSQL plan for an unknown number of rows. */
function limit(rows: number): RawBuilder<unknown> {
  return sql`LIMIT ${sql.lit(rows)}`;
}

/**
 * Reads rows in the order of an index, from the position on, and keeps those that the other filters let through. Where
 * there are other filters it gives up after `PROBED_ROWS`.
 */
async function walk(
  db: Db,
  { query, match, after, rows }: Selection,
): Promise<{ rows: Row[]; gaveUp: boolean }> {
  const isTagOrder = query.tagId !== undefined && query.sort === 'featured';
  const inList = listConditions(query);
  const kept: RawBuilder<unknown>[] = [];
  if (match !== undefined) {
    // OFFSET 0 keeps this a look-up for each row, whatever the planner thinks of the number of matches.
    kept.push(
      sql`EXISTS (SELECT FROM experience_search AS s WHERE s.experience_id = d.id AND ${matchCondition(match)} OFFSET 0)`,
    );
  }
  let driver: RawBuilder<unknown>;
  if (isTagOrder) {
    if (inList.length > 0)
      kept.push(sql`EXISTS (SELECT FROM experiences AS e WHERE e.id = d.id AND ${all(inList)} OFFSET 0)`);
    driver = sql`
      SELECT t.experience_id AS id, t.sort_order AS key FROM experience_tags AS t
      WHERE ${all([sql`t.tag_id = ${query.tagId}`, ...afterPosition(TAG_ORDER, sql`t.experience_id`, after)])}
      ORDER BY t.sort_order, t.experience_id`;
  } else {
    if (query.tagId !== undefined) {
      kept.push(
        sql`EXISTS (SELECT FROM experience_tags AS t WHERE t.experience_id = d.id AND t.tag_id = ${query.tagId} OFFSET 0)`,
      );
    }
    const order = ORDERS[query.sort];
    driver = sql`
      SELECT e.id, ${order.key} AS key FROM experiences AS e
      WHERE ${all([...inList, ...afterPosition(order, sql`e.id`, after)])}
      ORDER BY ${order.key} ${order.direction}, e.id ${order.direction}`;
  }
  const { direction } = ORDERS[query.sort];
  const found = await sql<Row>`
    SELECT d.id, d.key FROM (${driver} ${limit(kept.length > 0 ? PROBED_ROWS : rows)}) AS d
    WHERE ${all(kept)} ORDER BY d.key ${direction}, d.id ${direction} ${limit(rows)}
  `.execute(db);
  return { rows: found.rows, gaveUp: kept.length > 0 && found.rows.length < rows };
}

/** The rows that pass the filters, from the tables that these need. */
function filteredRows({ query, match }: Pick<Selection, 'query' | 'match'>, needsExperiences: boolean) {
  const conditions = listConditions(query);
  const tables: RawBuilder<unknown>[] = [];
  let firstId: RawBuilder<unknown> | undefined;
  const join = (table: RawBuilder<unknown>, id: RawBuilder<unknown>) => {
    tables.push(firstId === undefined ? table : sql`JOIN ${table} ON ${id} = ${firstId}`);
    firstId ??= id;
  };
  if (match !== undefined) {
    join(sql`experience_search AS s`, sql`s.experience_id`);
    conditions.push(matchCondition(match));
  }
  if (query.tagId !== undefined) {
    join(sql`experience_tags AS t`, sql`t.experience_id`);
    conditions.push(sql`t.tag_id = ${query.tagId}`);
  }
  if (needsExperiences || conditions.length === 0 || listConditions(query).length > 0)
    join(sql`experiences AS e`, sql`e.id`);
  return sql`${sql.join(tables, sql` `)} WHERE ${all(conditions)}`;
}

/**
 * Finds all rows that pass the filters, by the filters' own indexes, and sorts them: for filters that few rows pass.
 * Materialized, or else the planner, where it takes a word for more frequent than it is, would walk through everything.
 */
async function gather(db: Db, selection: Selection): Promise<Row[]> {
  const order = ORDERS[selection.query.sort];
  const beyond = afterPosition(order, sql`e.id`, selection.after);
  const found = await sql<Row>`
    WITH matching AS MATERIALIZED (
      SELECT e.id, ${order.key} AS key FROM ${filteredRows(selection, true)} AND ${all(beyond)}
    )
    SELECT id, key FROM matching ORDER BY key ${order.direction}, id ${order.direction} ${limit(selection.rows)}
  `.execute(db);
  return found.rows;
}

/** @param atMost no more rows than this can pass the filters */
async function find(db: Db, selection: Selection, atMost: number | undefined): Promise<Row[]> {
  if (atMost !== undefined && atMost <= GATHERED_ROWS) return gather(db, selection);
  const walked = await walk(db, selection);
  return walked.gaveUp ? gather(db, selection) : walked.rows;
}

function positionOf(row: Row, tier: 0 | 1, sort: SortOrder): Position {
  if (row.key instanceof Date) return { tier, key: row.key.toISOString(), id: row.id };
  return { tier, key: sort === 'rating' ? Number(row.key) : row.key, id: row.id };
}

/** Searches with the default order show matches of headlines first. */
function tiersOf(query: ListQuery): readonly (0 | 1)[] {
  return query.q !== undefined && query.sort === 'featured' ? [0, 1] : [0];
}

/** Looks up the words of a search; undefined when one of them occurs nowhere, so that the list is empty. */
export async function prepareList(db: Db, query: ListQuery): Promise<PreparedList | undefined> {
  if (query.q === undefined) return { query, search: undefined };
  const search = await searchedWords(db, query.q);
  return search && { query, search };
}

/**
 * The ids of one page and where each stands in the list.
 *
 * Costs the same for any page and, but for searches and combined filters that match few rows, for any number of rows.
 *
 * @param after where the page before ended
 * @param size rows wanted; one more is returned where there is a further page
 */
export async function listPositions(
  db: Db,
  { query, search }: PreparedList,
  size: number,
  after: Position | undefined,
): Promise<Position[]> {
  const tiers = tiersOf(query);
  const found: Position[] = [];
  for (const tier of tiers) {
    if (after !== undefined && tier < after.tier) continue;
    const selection: Selection = {
      query,
      match: search && { tsQuery: toTsQuery(search.groups), tier, isTiered: tiers.length > 1 },
      after: after?.tier === tier ? after : undefined,
      rows: size + 1 - found.length,
    };
    const rows = await find(db, selection, search?.atMost);
    found.push(...rows.map((row) => positionOf(row, tier, query.sort)));
    if (found.length > size) break;
  }
  return found;
}

/** How long a list is, kept up to date by the database; for lists with more than one filter undefined. */
export async function keptTotal(db: Db, query: ListQuery): Promise<number | undefined> {
  if (query.q !== undefined) return undefined;
  const lists: ['category' | 'subcategory' | 'tag', number][] = [];
  if (query.categoryId !== undefined) lists.push(['category', query.categoryId]);
  if (query.subcategoryId !== undefined) lists.push(['subcategory', query.subcategoryId]);
  if (query.tagId !== undefined) lists.push(['tag', query.tagId]);
  if (lists.length > 1) return undefined;
  const [kind, listId] = lists[0] ?? (['all', 0] as const);
  const row = await db
    .selectFrom('list_sizes')
    .select('size')
    .where('kind', '=', kind)
    .where('list_id', '=', listId)
    .executeTakeFirst();
  return row?.size ?? 0;
}

/** Counts a list with several filters or a search; undefined when it is longer than is worth counting. */
export async function countTotal(db: Db, { query, search }: PreparedList): Promise<number | undefined> {
  const isFiltered = query.tagId !== undefined || listConditions(query).length > 0;
  if (search?.exactly !== undefined && !isFiltered) return search.exactly;
  const match: Match | undefined = search && { tsQuery: toTsQuery(search.groups), tier: 0, isTiered: false };
  const found = await sql<{ count: number }>`
    SELECT count(*) AS count
    FROM (SELECT FROM ${filteredRows({ query, match }, false)} ${limit(COUNTED_ROWS + 1)}) AS counted
  `.execute(db);
  const count = found.rows[0]?.count ?? 0;
  return count > COUNTED_ROWS ? undefined : count;
}
