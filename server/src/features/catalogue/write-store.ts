import { type HiddenVisibility, mediaTypeOf, sanitiseMediaUrl } from '@oriel/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../database/database.ts';
import type {
  ExperienceChange,
  Media,
  NewCategory,
  NewExperience,
  NewSubcategory,
  NewTag,
} from './inputs.ts';
import { indexForSearch } from './search-index-store.ts';
import { nameKey } from './words.ts';

type CategoryRow = z.output<typeof NewCategory>;
type SubcategoryRow = z.output<typeof NewSubcategory>;
type TagRow = z.output<typeof NewTag>;
type ExperienceRow = z.output<typeof NewExperience>;

/** Moves the sequence past the highest id, after rows were inserted with explicit ids. */
async function advanceSequence(
  tx: Tx,
  table: 'categories' | 'subcategories' | 'tags' | 'experiences',
): Promise<void> {
  await sql`
    SELECT setval(pg_get_serial_sequence(${table}, 'id'), greatest(max(id), nextval(pg_get_serial_sequence(${table}, 'id'))))
    FROM ${sql.table(table)}
  `.execute(tx);
}

function categoryValues({ id, name, description, icon, coverTour, createdAt }: CategoryRow) {
  return {
    ...(id === undefined ? {} : { id }),
    name,
    name_key: nameKey(name),
    description,
    icon,
    cover_tour: coverTour,
    ...(createdAt === undefined ? {} : { created_at: createdAt }),
  };
}

export async function insertCategory(tx: Tx, row: CategoryRow): Promise<number> {
  const { id } = await tx
    .insertInto('categories')
    .values(categoryValues(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  if (row.id !== undefined) await advanceSequence(tx, 'categories');
  return id;
}

export async function insertSubcategory(tx: Tx, row: SubcategoryRow): Promise<number> {
  const { id } = await tx
    .insertInto('subcategories')
    .values({ ...categoryValues(row), category_id: row.categoryId })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (row.id !== undefined) await advanceSequence(tx, 'subcategories');
  return id;
}

/** Says what stands for a list. */
export async function setCover(
  tx: Tx,
  table: 'categories' | 'subcategories',
  id: number,
  { icon, coverTour }: Pick<CategoryRow, 'icon' | 'coverTour'>,
): Promise<void> {
  await tx.updateTable(table).set({ icon, cover_tour: coverTour }).where('id', '=', id).execute();
}

export async function insertTag(tx: Tx, row: TagRow): Promise<number> {
  const { id } = await tx
    .insertInto('tags')
    .values({
      ...(row.id === undefined ? {} : { id: row.id }),
      name: row.name,
      name_key: nameKey(row.name),
      category_id: row.categoryId,
      is_active: row.isActive,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (row.id !== undefined) await advanceSequence(tx, 'tags');
  return id;
}

/** The media type that a URL suggests. */
function mediaTypeOfUrl(text: string | null) {
  const url = sanitiseMediaUrl(text, 'http://own.invalid/');
  return url === undefined ? 'embed' : mediaTypeOf(url);
}

const COLUMN_OF = {
  slug: 'slug',
  legacyId: 'legacy_id',
  title: 'title',
  propertyName: 'property_name',
  description: 'description',
  country: 'country',
  city: 'city',
  categoryId: 'category_id',
  subcategoryId: 'subcategory_id',
  buttonTitle: 'button_title',
  rating: 'rating',
  sortOrder: 'sort_order',
  tokensRequired: 'tokens_required',
  partOfPackage: 'part_of_package',
  mediaUrl: 'media_address',
  thumbnail: 'thumbnail',
} as const satisfies Partial<Record<keyof ExperienceRow, string>>;

/** The columns of the given fields of an experience, with their values; JSON as text. */
function columnsOf(fields: z.output<typeof ExperienceChange>): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(COLUMN_OF)) {
    const value = fields[field as keyof typeof COLUMN_OF];
    if (value !== undefined) columns[column] = value;
  }
  if (fields.mediaType !== undefined) columns.media_type = fields.mediaType;
  else if (fields.mediaUrl) columns.media_type = mediaTypeOfUrl(fields.mediaUrl);
  if (fields.thumbnails !== undefined) {
    columns.thumbnails = fields.thumbnails === null ? null : JSON.stringify(fields.thumbnails);
  }
  if (fields.place !== undefined) columns.place = fields.place === null ? null : JSON.stringify(fields.place);
  if (fields.seo !== undefined) columns.seo = fields.seo === null ? null : JSON.stringify(fields.seo);
  if (fields.location !== undefined) {
    columns.latitude = fields.location?.latitude ?? null;
    columns.longitude = fields.location?.longitude ?? null;
  }
  return columns;
}

async function insertTags(
  tx: Tx,
  experiences: readonly { id: number; sortOrder: number; tagIds: readonly number[] }[],
) {
  const links = experiences.flatMap(({ id, sortOrder, tagIds }) =>
    [...new Set(tagIds)].map((tagId) => [id, tagId, sortOrder] as const),
  );
  if (links.length === 0) return;
  await sql`
    INSERT INTO experience_tags (experience_id, tag_id, sort_order)
    SELECT * FROM unnest(${links.map(([id]) => id)}::int[], ${links.map(([, tagId]) => tagId)}::int[], ${links.map(([, , order]) => order)}::int[])
  `.execute(tx);
}

async function insertFurtherCategories(
  tx: Tx,
  experiences: readonly { id: number; categoryIds: readonly number[] }[],
) {
  const links = experiences.flatMap(({ id, categoryIds }) =>
    [...new Set(categoryIds)].map((categoryId) => [id, categoryId] as const),
  );
  if (links.length === 0) return;
  await sql`
    INSERT INTO experience_further_categories (experience_id, category_id)
    SELECT * FROM unnest(${links.map(([id]) => id)}::int[], ${links.map(([, categoryId]) => categoryId)}::int[])
  `.execute(tx);
}

/** Inserts experiences with their tags, categories, counts and search documents. @returns their ids in the same order */
export async function insertExperiences(tx: Tx, inputs: readonly ExperienceRow[]): Promise<number[]> {
  if (inputs.length === 0) return [];
  const { rows: reserved } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('experiences', 'id'))::int AS id FROM generate_series(1, ${inputs.length}::int)
  `.execute(tx);
  const placed = inputs.map((input, index) => ({ input, id: input.id ?? reserved[index]?.id ?? 0 }));
  const records = placed.map(({ input, id }) => ({
    ...columnsOf(input),
    // The record itself is serialised as JSON, so this stays an object.
    thumbnails: input.thumbnails,
    place: input.place,
    seo: input.seo,
    id,
    // As `settle_reactions` would count them, which has nothing left to do then.
    popularity: input.viewCount + 10 * input.likeCount,
    view_count: input.viewCount,
    like_count: input.likeCount,
    created_at: (input.createdAt ?? new Date()).toISOString(),
  }));
  await sql`
    INSERT INTO experiences (id, slug, legacy_id, title, property_name, description, country, city, category_id,
      subcategory_id, button_title, rating, sort_order, tokens_required, part_of_package, media_type, media_address,
      thumbnail, thumbnails, latitude, longitude, place, seo, popularity, view_count, like_count, created_at)
    SELECT id, slug, legacy_id, title, property_name, description, country, city, category_id, subcategory_id,
      button_title, rating, sort_order, tokens_required, part_of_package, COALESCE(media_type, 'embed'), media_address,
      thumbnail, thumbnails, latitude, longitude, place, seo, popularity, view_count, like_count, created_at
    FROM jsonb_populate_recordset(NULL::experiences, ${JSON.stringify(records)}::jsonb)
  `.execute(tx);
  await insertTags(
    tx,
    placed.map(({ input, id }) => ({ id, sortOrder: input.sortOrder, tagIds: input.tagIds })),
  );
  await insertFurtherCategories(
    tx,
    placed.map(({ input, id }) => ({ id, categoryIds: input.furtherCategoryIds })),
  );
  const counted = placed.filter(({ input }) => input.viewCount > 0 || input.likeCount > 0);
  await sql`
    INSERT INTO experience_counters (experience_id, shard, views, likes, is_fresh)
    SELECT id, 0, views, likes, false
    FROM unnest(${counted.map(({ id }) => id)}::int[], ${counted.map(({ input }) => input.viewCount)}::bigint[],
      ${counted.map(({ input }) => input.likeCount)}::bigint[]) AS counted (id, views, likes)
  `.execute(tx);
  await indexForSearch(
    tx,
    placed.map(({ id }) => id),
  );
  if (inputs.some((input) => input.id !== undefined)) await advanceSequence(tx, 'experiences');
  return placed.map(({ id }) => id);
}

/** @returns whether the experience exists */
export async function updateExperienceRow(
  tx: Tx,
  id: number,
  fields: z.output<typeof ExperienceChange>,
): Promise<boolean> {
  const current = await tx
    .selectFrom('experiences')
    .select('sort_order')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (current === undefined) return false;
  const columns = columnsOf(fields);
  if (Object.keys(columns).length > 0)
    await tx.updateTable('experiences').set(columns).where('id', '=', id).execute();
  if (fields.tagIds !== undefined) {
    await tx.deleteFrom('experience_tags').where('experience_id', '=', id).execute();
    await insertTags(tx, [{ id, sortOrder: fields.sortOrder ?? current.sort_order, tagIds: fields.tagIds }]);
  }
  // Not columns of the experience, but visible with it.
  if (fields.tagIds !== undefined || fields.furtherCategoryIds !== undefined)
    await tx.updateTable('experiences').set({ changed_at: sql`now()` }).where('id', '=', id).execute();
  if (fields.furtherCategoryIds !== undefined) {
    await tx.deleteFrom('experience_further_categories').where('experience_id', '=', id).execute();
    await insertFurtherCategories(tx, [{ id, categoryIds: fields.furtherCategoryIds }]);
  }
  await indexForSearch(tx, [id]);
  return true;
}

/**
 * Takes an experience out of lists, searches and the sitemap: its tags and words go too. Its other fields stay, for those who
 * may still open it.
 *
 * @param visibility for whom it opens; null for those alone who unlocked it
 * @returns whether it exists
 */
export async function unlistExperience(
  tx: Tx,
  id: number,
  visibility: HiddenVisibility | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('experiences')
    .set({ is_listed: false, visibility })
    .where('id', '=', id)
    .executeTakeFirst();
  await tx.deleteFrom('experience_tags').where('experience_id', '=', id).execute();
  await tx.deleteFrom('experience_search').where('experience_id', '=', id).execute();
  return numUpdatedRows > 0n;
}

/** Puts an experience back into lists; its tags and words are to be written after. */
export async function listExperience(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('experiences')
    .set({ is_listed: true, visibility: null })
    .where('id', '=', id)
    .execute();
}

/** Deletes an experience, and by its foreign keys what belongs to it. @returns whether it existed */
export async function deleteExperienceRow(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('experiences').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @returns whether the experience exists */
export async function setMedia(
  tx: Tx,
  experienceId: number,
  media: z.output<typeof Media>,
): Promise<boolean> {
  const { mediaType, assetId, gated, file, panorama, thumbnail, thumbnails } = media;
  const { numUpdatedRows } = await tx
    .updateTable('experiences')
    .set({
      media_type: mediaType,
      asset_id: assetId,
      asset_gated: gated,
      asset_file: file,
      panorama: JSON.stringify(panorama),
      ...(thumbnail === undefined ? {} : { thumbnail }),
      ...(thumbnails === undefined ? {} : { thumbnails: JSON.stringify(thumbnails) }),
    })
    .where('id', '=', experienceId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
