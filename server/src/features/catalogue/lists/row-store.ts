import type { Thumbnails } from '@oriel/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import { nameKey } from '../words.ts';
import { type ListKind, TABLES } from './kinds.ts';

/** The tour whose picture stands for a list. */
interface Cover {
  title: string | null;
  propertyName: string | null;
  thumbnail: string | null;
  thumbnails: Thumbnails | null;
}

/** A category, subcategory or tag with what the desk keeps of it. */
export interface StoredList {
  id: number;
  name: string;
  revision: number;
  /** The id of a member; null before the first change. */
  changedBy: string | null;
  changedAt: Date;
  itemCount: number;
  /** Null for categories, and for tags of all categories. */
  categoryId: number | null;
  /** These three are null for tags. */
  description: string | null;
  icon: string | null;
  coverTour: string | null;
  /** What shows the tour of the cover; null without one. */
  cover: Cover | null;
  /** True for all but tags. */
  isActive: boolean;
}

const LOOK = sql`l.description, l.icon, l.cover_tour AS "coverTour", true AS "isActive", (
  SELECT json_build_object('title', e.title, 'propertyName', e.property_name, 'thumbnail', e.thumbnail, 'thumbnails', e.thumbnails)
  FROM experiences AS e WHERE e.slug = l.cover_tour
    OR e.id = (SELECT f.experience_id FROM former_slugs AS f WHERE f.slug = l.cover_tour)
) AS cover`;
const COLUMNS: Record<ListKind, RawBuilder<unknown>> = {
  category: sql`NULL::integer AS "categoryId", ${LOOK}`,
  subcategory: sql`l.category_id AS "categoryId", ${LOOK}`,
  tag: sql`l.category_id AS "categoryId", NULL AS description, NULL AS icon, NULL AS "coverTour", NULL AS cover,
    l.is_active AS "isActive"`,
};

/** The lists of a kind in their order, or those with these ids. */
export async function findLists(db: Db | Tx, kind: ListKind, ids?: readonly number[]): Promise<StoredList[]> {
  const { rows } = await sql<StoredList>`
    SELECT l.id, l.name, l.revision, l.changed_by AS "changedBy", l.changed_at AS "changedAt",
      COALESCE(s.size, 0) AS "itemCount", ${COLUMNS[kind]}
    FROM ${sql.table(TABLES[kind])} AS l LEFT JOIN list_sizes AS s ON s.kind = ${kind} AND s.list_id = l.id
    WHERE ${ids ?? null}::integer[] IS NULL OR l.id = ANY (${ids ?? null}::integer[])
    ORDER BY l.position, l.id
  `.execute(db);
  return rows;
}

/** Locks lists against changes, and against experiences that come in, until the end of the transaction. */
export async function lockLists(tx: Tx, kind: ListKind, ids: readonly number[]): Promise<void> {
  await sql`
    SELECT FROM ${sql.table(TABLES[kind])} WHERE id = ANY (${ids}::integer[]) ORDER BY id FOR UPDATE
  `.execute(tx);
}

/** The list that has this name, among the subcategories of one category or among all of its kind. */
export async function findIdByName(
  tx: Tx,
  kind: ListKind,
  name: string,
  categoryId: number | null,
): Promise<number | undefined> {
  let query = tx.selectFrom(TABLES[kind]).select('id').where('name_key', '=', nameKey(name));
  if (kind === 'subcategory') query = query.where('category_id' as 'id', '=', categoryId);
  return (await query.executeTakeFirst())?.id;
}

/** Omitted fields stay unchanged. */
export interface ListChange {
  name?: string | undefined;
  description?: string | null | undefined;
  icon?: string | null | undefined;
  coverTour?: string | null | undefined;
  categoryId?: number | null | undefined;
  isActive?: boolean | undefined;
}

const FIELDS = {
  name: 'name',
  description: 'description',
  icon: 'icon',
  coverTour: 'cover_tour',
  categoryId: 'category_id',
  isActive: 'is_active',
} as const satisfies Record<keyof ListChange, string>;

/** Changes a list, which gets another revision. */
export async function updateList(
  tx: Tx,
  kind: ListKind,
  id: number,
  { change, changedBy }: { change: ListChange; changedBy: string },
): Promise<void> {
  const columns: Record<string, unknown> = {
    revision: sql`revision + 1`,
    changed_by: changedBy,
    changed_at: sql`clock_timestamp()`,
  };
  for (const [field, column] of Object.entries(FIELDS)) {
    const value = change[field as keyof ListChange];
    if (value !== undefined) columns[column] = value;
  }
  if (change.name !== undefined) columns.name_key = nameKey(change.name);
  await tx.updateTable(TABLES[kind]).set(columns).where('id', '=', id).execute();
}

/** Notes who created a list. */
export async function noteCreator(tx: Tx, kind: ListKind, id: number, memberId: string): Promise<void> {
  await tx.updateTable(TABLES[kind]).set({ changed_by: memberId }).where('id', '=', id).execute();
}

/** Puts lists in this order, before those that are not named. */
export async function placeLists(tx: Tx, kind: ListKind, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE ${sql.table(TABLES[kind])} AS l SET position = placed.place
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS placed (id, place)
    WHERE l.id = placed.id AND l.position <> placed.place
  `.execute(tx);
}

/** Deletes a list, which must be empty. */
export async function deleteList(tx: Tx, kind: ListKind, id: number): Promise<void> {
  await tx.deleteFrom(TABLES[kind]).where('id', '=', id).execute();
  await sql`DELETE FROM list_sizes WHERE kind = ${kind} AND list_id = ${id}`.execute(tx);
}

/** Locks the catalogue's lists against changes by other processes until the end of the transaction. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await sql`LOCK TABLE categories IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}
