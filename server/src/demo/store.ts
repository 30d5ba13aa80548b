import type { Tour } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';

/** Whether the catalogue holds nothing at all. */
export async function isCatalogueEmpty(db: Db | Tx): Promise<boolean> {
  const category = await db.selectFrom('categories').select('id').limit(1).executeTakeFirst();
  const experience = await db.selectFrom('experiences').select('id').limit(1).executeTakeFirst();
  return category === undefined && experience === undefined;
}

/** The ids of the experiences that exist, by their slugs. */
export async function findExperienceIds(db: Db | Tx, slugs: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('experiences').select(['id', 'slug']).where('slug', 'in', slugs).execute();
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

/** Which of these experiences have no place sheet. */
export async function findUnplaced(
  db: Db | Tx,
  ids: readonly number[],
): Promise<Map<number, { hasLocation: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('experiences')
    .select(['id', 'latitude'])
    .where('id', 'in', [...ids])
    .where('place', 'is', null)
    .execute();
  return new Map(rows.map(({ id, latitude }) => [id, { hasLocation: latitude !== null }]));
}

/** The assets of those of these experiences that are a single photo without captioned views. */
export async function findUncaptioned(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('experiences as e')
    .select(['e.id', 'e.asset_id as assetId'])
    .where('e.id', 'in', [...ids])
    .where('e.media_type', '=', 'photo')
    .where('e.asset_id', 'is not', null)
    .where(sql<boolean>`NOT e.panorama ? 'looks'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('tours as t').select('t.experience_id').whereRef('t.experience_id', '=', 'e.id')),
      ),
    )
    .$narrowType<{ assetId: string }>()
    .execute();
  return new Map(rows.map(({ id, assetId }) => [id, assetId]));
}

/** The latest versions of tour documents, by the slugs of their experiences. */
export async function findLatestTours(
  db: Db | Tx,
  slugs: readonly string[],
): Promise<Map<string, { document: Tour; savedBy: string }>> {
  const rows = await db
    .selectFrom('experiences as e')
    .innerJoin('tours as t', 't.experience_id', 'e.id')
    .innerJoin('tour_versions as v', (join) =>
      join.onRef('v.experience_id', '=', 't.experience_id').onRef('v.version', '=', 't.latest_version'),
    )
    .select(['e.slug', 'v.document', 'v.saved_by as savedBy'])
    .where('e.slug', 'in', slugs)
    .execute();
  return new Map(rows.map(({ slug, ...version }) => [slug, version]));
}

/** A category, subcategory or tag; no two of one kind, and of one category, have the same key. */
export interface ListRow {
  id: number;
  nameKey: string;
}

/** A list with what stands for it. */
export interface CoveredRow extends ListRow {
  icon: string | null;
  coverTour: string | null;
}

const COVERED = ['id', 'name_key as nameKey', 'icon', 'cover_tour as coverTour'] as const;

/** The lists that tours are in. */
export async function findLists(tx: Tx): Promise<{
  categories: CoveredRow[];
  subcategories: (CoveredRow & { categoryId: number })[];
  tags: ListRow[];
  /** Where the ids of merged lists lead. */
  successors: { kind: 'category' | 'subcategory' | 'tag'; formerId: number; id: number }[];
}> {
  return {
    categories: await tx.selectFrom('categories').select(COVERED).execute(),
    subcategories: await tx
      .selectFrom('subcategories')
      .select([...COVERED, 'category_id as categoryId'])
      .execute(),
    tags: await tx.selectFrom('tags').select(['id', 'name_key as nameKey']).execute(),
    successors: await tx
      .selectFrom('list_redirects')
      .select(['kind', 'former_id as formerId', 'list_id as id'])
      .where('former_id', 'is not', null)
      .$narrowType<{ formerId: number }>()
      .execute(),
  };
}

/** Whether the sandbox of payments has an order. */
export async function hasSandboxOrder(db: Db): Promise<boolean> {
  const order = await db.selectFrom('razorpay_sandbox.orders').select('id').limit(1).executeTakeFirst();
  return order !== undefined;
}
