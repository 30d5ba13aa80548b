import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { PLAN_EACH_TIME } from '../../database/prepared-statements.ts';
import type { ListQuery, Position } from './cursor.ts';
import { ORDERS, type Order, positionOf, type SortKey, TAG_ORDER } from './orders.ts';
import { type SearchedWords, searchedWords } from './search-store.ts';
import { toTsQuery } from './words.ts';

/** Searches with at most this many matches gather them all and sort them. */
const MAX_GATHERED_ROWS = 1500;
/** How many rows are scanned in list order before the matches are gathered through the filters' indexes instead. */
const MAX_PROBED_ROWS = 600;
/** Totals that the database does not maintain are counted up to this number. */
const MAX_COUNTED_ROWS = 1000;

/** The condition of a search: matches in the headline, or for tier 1 matches elsewhere alone. */
interface Match {
  tsQuery: string;
  tier: 0 | 1;
  /** Whether matches in headlines come first; otherwise there is one tier. */
  isTiered: boolean;
}

/** A query with its search words resolved. */
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
  key: SortKey;
}

function fragmentsOf({ key, keyType, direction, beyond }: Order) {
  return {
    key: sql.raw(key),
    keyType: sql.raw(keyType),
    direction: sql.raw(direction),
    beyond: sql.raw(beyond),
  };
}

function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

function afterPosition(
  order: ReturnType<typeof fragmentsOf>,
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

/** Filters that no order has an index for: they are applied row by row, or through an index of their own. */
function propertyConditions({ price, mediaType, country }: ListQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (price !== undefined)
    conditions.push(price === 'free' ? sql`e.tokens_required = 0` : sql`e.tokens_required > 0`);
  if (mediaType !== undefined) conditions.push(sql`e.media_type = ${mediaType}`);
  if (country !== undefined) conditions.push(sql`lower(e.country) = lower(${country})`);
  return conditions;
}

/** Tags and words of experiences that are not in lists are removed. */
const LISTED = sql`e.is_listed`;

/** Whether many rows may be read for a page: for searches, and for filters that no order has an index for. */
export function needsScan(query: ListQuery): boolean {
  return query.q !== undefined || propertyConditions(query).length > 0;
}

/** The best plan depends on how many rows have the words. */
const SEARCH = sql.raw(`${PLAN_EACH_TIME} @@`);

function matchCondition({ tsQuery, tier, isTiered }: Match): RawBuilder<unknown> {
  if (!isTiered) return sql`s.document ${SEARCH} ${tsQuery}::tsquery`;
  if (tier === 0) return sql`s.headline ${SEARCH} ${tsQuery}::tsquery`;
  return sql`s.document ${SEARCH} ${tsQuery}::tsquery AND NOT s.headline ${SEARCH} ${tsQuery}::tsquery`;
}

/** A literal: with a parameter PostgreSQL plans for an unknown number of rows. */
function limit(rows: number): RawBuilder<unknown> {
  return sql`LIMIT ${sql.lit(rows)}`;
}

/**
 * Scans rows in the order of an index, starting after the position, and applies the other filters to each. With other
 * filters it gives up after `MAX_PROBED_ROWS`.
 */
async function walk(
  db: Db,
  { query, match, after, rows }: Selection,
): Promise<{ rows: Row[]; gaveUp: boolean }> {
  const isTagOrder = query.tagId !== undefined && query.sort === 'featured';
  const inList = listConditions(query);
  const filters: RawBuilder<unknown>[] = [];
  if (match !== undefined) {
    // OFFSET 0 keeps this a lookup per row, whatever number of matches the planner estimates.
    filters.push(
      sql`EXISTS (SELECT FROM experience_search AS s WHERE s.experience_id = d.id AND ${matchCondition(match)} OFFSET 0)`,
    );
  }
  const properties = propertyConditions(query);
  if (properties.length > 0)
    filters.push(
      sql`EXISTS (SELECT FROM experiences AS e WHERE e.id = d.id AND ${all(properties)} OFFSET 0)`,
    );
  let driver: RawBuilder<unknown>;
  if (isTagOrder) {
    if (inList.length > 0)
      filters.push(sql`EXISTS (SELECT FROM experiences AS e WHERE e.id = d.id AND ${all(inList)} OFFSET 0)`);
    driver = sql`
      SELECT t.experience_id AS id, t.sort_order AS key FROM experience_tags AS t
      WHERE ${all([sql`t.tag_id = ${query.tagId}`, ...afterPosition(fragmentsOf(TAG_ORDER), sql`t.experience_id`, after)])}
      ORDER BY t.sort_order, t.experience_id`;
  } else {
    if (query.tagId !== undefined) {
      filters.push(
        sql`EXISTS (SELECT FROM experience_tags AS t WHERE t.experience_id = d.id AND t.tag_id = ${query.tagId} OFFSET 0)`,
      );
    }
    const order = fragmentsOf(ORDERS[query.sort]);
    driver = sql`
      SELECT e.id, ${order.key} AS key FROM experiences AS e
      WHERE ${all([LISTED, ...inList, ...afterPosition(order, sql`e.id`, after)])}
      ORDER BY ${order.key} ${order.direction}, e.id ${order.direction}`;
  }
  const { direction } = fragmentsOf(ORDERS[query.sort]);
  const { rows: matching } = await sql<Row>`
    SELECT d.id, d.key FROM (${driver} ${limit(filters.length > 0 ? MAX_PROBED_ROWS : rows)}) AS d
    WHERE ${all(filters)} ORDER BY d.key ${direction}, d.id ${direction} ${limit(rows)}
  `.execute(db);
  return { rows: matching, gaveUp: filters.length > 0 && matching.length < rows };
}

/** Joins the tables that the filters need, with their conditions. */
function filteredRows({ query, match }: Pick<Selection, 'query' | 'match'>, needsExperiences: boolean) {
  const ofExperiences = [...listConditions(query), ...propertyConditions(query)];
  const conditions = [...ofExperiences];
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
  if (needsExperiences || conditions.length === 0 || ofExperiences.length > 0) {
    join(sql`experiences AS e`, sql`e.id`);
    conditions.push(LISTED);
  }
  return sql`${sql.join(tables, sql` `)} WHERE ${all(conditions)}`;
}

/**
 * Finds all matching rows through the filters' indexes and sorts them: for filters that match few rows. Materialized,
 * because a planner that overestimates the frequency of a word would scan everything.
 */
async function gather(db: Db, selection: Selection): Promise<Row[]> {
  const order = fragmentsOf(ORDERS[selection.query.sort]);
  const beyond = afterPosition(order, sql`e.id`, selection.after);
  const { rows } = await sql<Row>`
    WITH matching AS MATERIALIZED (
      SELECT e.id, ${order.key} AS key FROM ${filteredRows(selection, true)} AND ${all(beyond)}
    )
    SELECT id, key FROM matching ORDER BY key ${order.direction}, id ${order.direction} ${limit(selection.rows)}
  `.execute(db);
  return rows;
}

/** @param maxCount an upper bound of the number of matching rows */
async function findRows(db: Db, selection: Selection, maxCount: number | undefined): Promise<Row[]> {
  if (maxCount !== undefined && maxCount <= MAX_GATHERED_ROWS) return gather(db, selection);
  const scan = await walk(db, selection);
  return scan.gaveUp ? gather(db, selection) : scan.rows;
}

/** Searches in the default order list matches in headlines first. */
function tiersOf(query: ListQuery): readonly (0 | 1)[] {
  return query.q !== undefined && query.sort === 'featured' ? [0, 1] : [0];
}

/** Resolves the words of a search; undefined if one of them occurs nowhere, so that the list is empty. */
export async function prepareList(db: Db, query: ListQuery): Promise<PreparedList | undefined> {
  if (query.q === undefined) return { query, search: undefined };
  const search = await searchedWords(db, query.q);
  return search && { query, search };
}

/**
 * The ids of one page with their positions in the list.
 *
 * The cost does not depend on the page nor, except for searches and combined filters with few matches, on the number of rows.
 *
 * @param after the last position of the previous page
 * @param size the number of rows; one more is returned if there is a further page
 */
export async function listPositions(
  db: Db,
  { query, search }: PreparedList,
  size: number,
  after: Position | undefined,
): Promise<Position[]> {
  const tiers = tiersOf(query);
  const positions: Position[] = [];
  for (const tier of tiers) {
    if (after !== undefined && tier < after.tier) continue;
    const selection: Selection = {
      query,
      match: search && { tsQuery: toTsQuery(search.groups), tier, isTiered: tiers.length > 1 },
      after: after?.tier === tier ? after : undefined,
      rows: size + 1 - positions.length,
    };
    const rows = await findRows(db, selection, search?.maxCount);
    positions.push(...rows.map((row) => positionOf(row.id, row.key, tier, query.sort)));
    if (positions.length > size) break;
  }
  return positions;
}

/** The places of a list that have a location, in the default order. */
export async function findLocated(
  db: Db,
  { query, search }: PreparedList,
  max: number,
): Promise<{ id: number; latitude: number; longitude: number }[]> {
  const match: Match | undefined = search && { tsQuery: toTsQuery(search.groups), tier: 0, isTiered: false };
  const { rows } = await sql<{ id: number; latitude: number; longitude: number }>`
    SELECT e.id, e.latitude, e.longitude FROM ${filteredRows({ query, match }, true)} AND e.latitude IS NOT NULL
    ORDER BY e.sort_order, e.id ${limit(max)}
  `.execute(db);
  return rows;
}

/** The length of a list, which the database maintains; undefined for lists with more than one filter. */
export async function storedTotal(db: Db, query: ListQuery): Promise<number | undefined> {
  if (needsScan(query)) return undefined;
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

/** Counts a list with several filters or a search; undefined above `MAX_COUNTED_ROWS`. */
export async function countTotal(db: Db, { query, search }: PreparedList): Promise<number | undefined> {
  const isFiltered =
    query.tagId !== undefined || [...listConditions(query), ...propertyConditions(query)].length > 0;
  if (search?.exactCount !== undefined && !isFiltered) return search.exactCount;
  const match: Match | undefined = search && { tsQuery: toTsQuery(search.groups), tier: 0, isTiered: false };
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count
    FROM (SELECT FROM ${filteredRows({ query, match }, false)} ${limit(MAX_COUNTED_ROWS + 1)}) AS counted
  `.execute(db);
  const count = rows[0]?.count ?? 0;
  return count > MAX_COUNTED_ROWS ? undefined : count;
}
