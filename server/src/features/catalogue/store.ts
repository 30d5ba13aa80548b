import type { MediaType, Thumbnails } from '@oriel/contract';
import { CompiledQuery, sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { opensForEverybodyInSql, type StoredVisibility } from './visibility-store.ts';
import { nameKey } from './words.ts';

/** An experience as it is stored, joined with its categories, tags and counts. */
export interface StoredExperience extends StoredVisibility {
  id: number;
  slug: string;
  legacyId: number | null;
  title: string | null;
  propertyName: string | null;
  description: string;
  country: string | null;
  city: string | null;
  categoryId: number | null;
  subcategoryId: number | null;
  /** The primary category first. */
  categoryNames: string[];
  tags: string[];
  buttonTitle: string | null;
  rating: number | null;
  sortOrder: number;
  tokensRequired: number;
  partOfPackage: boolean;
  mediaType: MediaType;
  mediaUrl: string | null;
  assetId: string | null;
  assetGated: boolean;
  assetFile: string | null;
  thumbnail: string | null;
  thumbnails: Thumbnails | null;
  viewCount: number;
  likeCount: number;
  createdAt: Date;
}

/**
 * The columns of a card, of an experience `e`: its row has them all. Where reactions came since its counts were settled, the
 * counters themselves are summed; OFFSET 0 keeps this a lookup per row, however many rows are fresh.
 */
export const CARD_COLUMNS = `e.id, e.slug, e.legacy_id AS "legacyId", e.title, e.property_name AS "propertyName", e.description,
  e.country, e.city, e.category_id AS "categoryId", e.subcategory_id AS "subcategoryId", e.category_names AS "categoryNames",
  e.tag_names AS tags, e.button_title AS "buttonTitle", e.rating::float8 AS rating, e.sort_order AS "sortOrder",
  e.tokens_required AS "tokensRequired", e.part_of_package AS "partOfPackage", e.media_type AS "mediaType",
  e.media_address AS "mediaUrl", e.asset_id AS "assetId", e.asset_gated AS "assetGated", e.asset_file AS "assetFile",
  e.thumbnail, e.thumbnails, e.view_count AS "viewCount", e.like_count AS "likeCount", e.created_at AS "createdAt", e.is_listed AS "isListed",
  e.visibility,
  CASE WHEN EXISTS (
    SELECT FROM experience_counters AS c WHERE c.experience_id = e.id AND c.is_fresh OFFSET 0
  ) THEN (
    SELECT json_build_array(sum(c.views), sum(c.likes)) FROM experience_counters AS c WHERE c.experience_id = e.id
  ) END AS "freshCounts"`;

/** A row of `CARD_COLUMNS`. */
export interface CardRow extends StoredExperience {
  freshCounts: [views: number, likes: number] | null;
}

/** Reads rows with `CARD_COLUMNS`, by a statement whose text is reused as it is. */
export async function readCards<Row extends CardRow>(
  db: Db,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  for (const row of rows) if (row.freshCounts !== null) [row.viewCount, row.likeCount] = row.freshCounts;
  return rows;
}

const BY_IDS = `
  SELECT ${CARD_COLUMNS}
  FROM unnest((SELECT $1::integer[])) WITH ORDINALITY AS wanted (id, place) JOIN experiences AS e ON e.id = wanted.id
  ORDER BY wanted.place`;

/** Reads experiences with everything that a card shows, in the order of `ids`; missing ones are skipped. */
export async function findExperiences(db: Db, ids: readonly number[]): Promise<StoredExperience[]> {
  return ids.length === 0 ? [] : readCards(db, BY_IDS, [ids]);
}

export type ExperienceKey = { column: 'id'; value: number } | { column: 'slug'; value: string };

/** What identifies an experience: the numeric id, the slug, or the id at the old site. */
export type ExperienceLookup = ExperienceKey | { column: 'legacy_id'; value: number };

const DIGITS = /^\d{1,10}$/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_ID = 2_147_483_647;

/** The column that a key of the API refers to, the numeric id or the slug; undefined for a key that can be neither. */
export function experienceKey(key: string): ExperienceKey | undefined {
  if (DIGITS.test(key)) {
    const id = Number(key);
    return id < 1 || id > MAX_ID ? undefined : { column: 'id', value: id };
  }
  return SLUG.test(key) ? { column: 'slug', value: key } : undefined;
}

export function experienceNotFound(): AppError {
  return new AppError(404, 'experience_not_found', 'VR experience not found');
}

/**
 * Reads what a key names. Former slugs are looked at only where a slug names nothing.
 *
 * @param find reads by the column that it is given
 */
export async function findByKey<Found>(
  db: Db,
  key: ExperienceKey | undefined,
  find: (key: ExperienceKey) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  if (key === undefined) return undefined;
  const found = await find(key);
  if (found !== undefined || key.column === 'id') return found;
  const former = await db
    .selectFrom('former_slugs')
    .select('experience_id')
    .where('slug', '=', key.value)
    .executeTakeFirst();
  return former && find({ column: 'id', value: former.experience_id });
}

/** The id of the experience with this numeric id or slug, if it is in lists. */
export async function findExperienceId(db: Db, key: string): Promise<number | undefined> {
  return findByKey(db, experienceKey(key), async (lookup) => {
    const row = await selectId(db, lookup).where('is_listed', '=', true).executeTakeFirst();
    return row?.id;
  });
}

/** The id of the experience with this numeric id or slug, if everybody may see it. */
export async function findOpenId(db: Db, key: string): Promise<number | undefined> {
  return findByKey(db, experienceKey(key), async (lookup) => {
    const row = await selectId(db, lookup).where(opensForEverybodyInSql('experiences')).executeTakeFirst();
    return row?.id;
  });
}

/** The id of the experience with this numeric id or slug, whether it is in lists or not. */
export async function findExistingId(db: Db, key: string): Promise<number | undefined> {
  return findByKey(db, experienceKey(key), (lookup) => findId(db, lookup));
}

const selectId = (db: Db, { column, value }: ExperienceKey) =>
  db.selectFrom('experiences').select('id').where(column, '=', value);

const findId = async (db: Db, key: ExperienceKey) => (await selectId(db, key).executeTakeFirst())?.id;

/** The id of the experience that has this slug or had it, whether it is in lists or not. */
export async function findIdBySlug(db: Db, slug: string): Promise<number | undefined> {
  const key = { column: 'slug', value: slug } as const;
  return findByKey(db, key, (lookup) => findId(db, lookup));
}

/** The tokens that an experience costs; 0 is free. */
export async function findPrice(db: Db | Tx, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('experiences')
    .select('tokens_required')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.tokens_required;
}

/** Slugs and titles by id; missing experiences are skipped. */
export async function findTitles(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { slug: string; title: string | null; propertyName: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('experiences')
    .select(['id', 'slug', 'title', 'property_name as propertyName'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

export interface StoredCategory {
  id: number;
  name: string;
  description: string | null;
  icon: string | null;
  coverTour: string | null;
  createdAt: Date;
  itemCount: number;
}

export interface StoredSubcategory extends StoredCategory {
  categoryId: number;
}

/** All categories in their order, or the one with this id. */
export async function findCategories(db: Db, id?: number): Promise<StoredCategory[]> {
  let query = db
    .selectFrom('categories as c')
    .leftJoin('list_sizes as l', (join) => join.on('l.kind', '=', 'category').onRef('l.list_id', '=', 'c.id'))
    .select((eb) => [
      'c.id',
      'c.name',
      'c.description',
      'c.icon',
      'c.cover_tour as coverTour',
      'c.created_at as createdAt',
      eb.fn.coalesce('l.size', eb.lit(0)).as('itemCount'),
    ])
    .orderBy('c.position')
    .orderBy('c.id');
  if (id !== undefined) query = query.where('c.id', '=', id);
  return query.execute();
}

export async function findSubcategories(db: Db, categoryId: number): Promise<StoredSubcategory[]> {
  return db
    .selectFrom('subcategories as s')
    .leftJoin('list_sizes as l', (join) =>
      join.on('l.kind', '=', 'subcategory').onRef('l.list_id', '=', 's.id'),
    )
    .select((eb) => [
      's.id',
      's.category_id as categoryId',
      's.name',
      's.description',
      's.icon',
      's.cover_tour as coverTour',
      's.created_at as createdAt',
      eb.fn.coalesce('l.size', eb.lit(0)).as('itemCount'),
    ])
    .where('s.category_id', '=', categoryId)
    .orderBy('s.position')
    .orderBy('s.id')
    .execute();
}

/** Tags in their order: all, or those of one category, including the general ones. */
export async function findTags(db: Db, filter: { categoryId: number | undefined; onlyActive: boolean }) {
  let query = db
    .selectFrom('tags')
    .select(['id', 'name', 'category_id as categoryId'])
    .orderBy('position')
    .orderBy('id');
  if (filter.onlyActive) query = query.where('is_active', '=', true);
  const { categoryId } = filter;
  if (categoryId !== undefined) {
    query = query
      .where((eb) => eb.or([eb('category_id', '=', categoryId), eb('category_id', 'is', null)]))
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('categories').select('id').where('id', '=', categoryId)),
      );
  }
  return query.execute();
}

/** The id of the category or tag with this name, ignoring case. */
export async function findIdByName(
  db: Db,
  table: 'categories' | 'tags',
  name: string,
): Promise<number | undefined> {
  const key = nameKey(name);
  if (key.includes('\0')) return undefined;
  const row = await db.selectFrom(table).select('id').where('name_key', '=', key).executeTakeFirst();
  return row?.id;
}

/** The start of a URL up to its host, as lenient as browsers are. */
const URL_START = '^\\s*(?:[a-zA-Z]+:)?[/\\\\]*[^/\\\\?#]*';
const EXTENSION = '^[^?#]*(\\.[a-zA-Z0-9]{1,5})\\s*(?:[?#]|$)';
const ROOT_RELATIVE = '^\\s*/[^/\\\\]';

/** The distinct starts of all URLs that are not root-relative: of media, with their extensions, and of images. */
export async function findUrlStarts(
  db: Db,
): Promise<{ isMedia: boolean; urlStart: string; extension: string | null }[]> {
  const { rows } = await sql<{ isMedia: boolean; urlStart: string; extension: string | null }>`
    SELECT DISTINCT is_media AS "isMedia", substring(url FROM ${URL_START}) AS "urlStart",
      CASE WHEN is_media THEN lower(substring(url FROM ${EXTENSION})) END AS extension
    FROM (
      SELECT true AS is_media, media_address AS url FROM experiences WHERE asset_id IS NULL
      UNION ALL SELECT false, thumbnail FROM experiences
      UNION ALL SELECT false, thumbnails ->> 'pattern' FROM experiences
      UNION ALL SELECT false, icon FROM categories
      UNION ALL SELECT false, icon FROM subcategories
    ) AS urls
    WHERE url !~ ${ROOT_RELATIVE}
  `.execute(db);
  return rows;
}
