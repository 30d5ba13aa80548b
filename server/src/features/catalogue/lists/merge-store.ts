import { sql } from 'kysely';
import type { Tx } from '../../../database/database.ts';
import { refreshExperiences } from '../search-index-store.ts';
import type { ListKind } from './kinds.ts';
import { redirectList } from './redirect-store.ts';
import { deleteList, type StoredList } from './row-store.ts';

/** The experiences that a list concerns, by id: for a category those that name it beside their own, too. */
export async function findMembers(tx: Tx, kind: ListKind, id: number): Promise<number[]> {
  const members = {
    category: sql`category_id = ${id} OR id IN (
      SELECT experience_id FROM experience_further_categories WHERE category_id = ${id})`,
    subcategory: sql`subcategory_id = ${id}`,
    tag: sql`id IN (SELECT experience_id FROM experience_tags WHERE tag_id = ${id})`,
  };
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM experiences WHERE ${members[kind]} ORDER BY id
  `.execute(tx);
  return rows.map((row) => row.id);
}

/** How many experiences of other categories name a category beside their own. */
export async function countNamedBeside(tx: Tx, categoryId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('experience_further_categories')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('category_id', '=', categoryId)
    .executeTakeFirstOrThrow();
  return count;
}

/** After a list's name changed: what its experiences are found by. */
export async function refreshMembers(tx: Tx, kind: ListKind, id: number): Promise<void> {
  await refreshExperiences(tx, await findMembers(tx, kind, id));
}

/** Locks experiences; in the order of their ids, as everywhere. */
async function lockExperiences(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`SELECT FROM experiences WHERE id = ANY (${ids}::integer[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  );
}

/** What belongs to a category besides experiences. */
export async function findParts(
  tx: Tx,
  categoryId: number,
): Promise<{ subcategories: { id: number; name: string; nameKey: string }[]; tags: string[] }> {
  const subcategories = await tx
    .selectFrom('subcategories')
    .select(['id', 'name', 'name_key as nameKey'])
    .where('category_id', '=', categoryId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const tags = await tx
    .selectFrom('tags')
    .select('name')
    .where('category_id', '=', categoryId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return { subcategories, tags: tags.map(({ name }) => name) };
}

/** A category is not named beside itself. */
async function dropDoubleCategories(tx: Tx, categoryId: number): Promise<void> {
  await sql`
    DELETE FROM experience_further_categories AS link USING experiences AS e
    WHERE link.experience_id = e.id AND link.category_id = ${categoryId} AND e.category_id = ${categoryId}
  `.execute(tx);
}

async function endList(tx: Tx, kind: ListKind, from: { id: number; name: string }, into: number) {
  await redirectList(tx, kind, from, into);
  await deleteList(tx, kind, from.id);
}

/** Merges a subcategory into another one, also of another category. Both must be locked. */
export async function mergeSubcategory(
  tx: Tx,
  from: { id: number; name: string },
  into: { id: number; categoryId: number },
): Promise<void> {
  const members = await findMembers(tx, 'subcategory', from.id);
  await lockExperiences(tx, members);
  await sql`
    UPDATE experiences SET category_id = ${into.categoryId}, subcategory_id = ${into.id} WHERE subcategory_id = ${from.id}
  `.execute(tx);
  await dropDoubleCategories(tx, into.categoryId);
  await endList(tx, 'subcategory', from, into.id);
  await refreshExperiences(tx, members);
}

/**
 * Merges a category into another one. Its subcategories and tags move along, except for subcategories whose name the other has:
 * they are merged as well. Both must be locked.
 *
 * @param pairs the subcategories to merge, by the id of the other
 */
export async function mergeCategory(
  tx: Tx,
  from: StoredList,
  into: StoredList,
  pairs: readonly { from: { id: number; name: string }; into: number }[],
): Promise<void> {
  const members = await findMembers(tx, 'category', from.id);
  await lockExperiences(tx, members);
  for (const pair of pairs) {
    await sql`
      UPDATE experiences SET category_id = ${into.id}, subcategory_id = ${pair.into} WHERE subcategory_id = ${pair.from.id}
    `.execute(tx);
    await endList(tx, 'subcategory', pair.from, pair.into);
  }
  // In one statement: experiences are always of the category of their subcategory.
  await sql`
    WITH moved AS (
      UPDATE subcategories SET category_id = ${into.id}, position = DEFAULT, revision = revision + 1
      WHERE category_id = ${from.id}
    )
    UPDATE experiences SET category_id = ${into.id} WHERE category_id = ${from.id}
  `.execute(tx);
  await sql`
    INSERT INTO experience_further_categories (experience_id, category_id)
    SELECT experience_id, ${into.id} FROM experience_further_categories WHERE category_id = ${from.id}
    ON CONFLICT DO NOTHING
  `.execute(tx);
  await tx.deleteFrom('experience_further_categories').where('category_id', '=', from.id).execute();
  await dropDoubleCategories(tx, into.id);
  await sql`
    UPDATE tags SET category_id = ${into.id}, revision = revision + 1 WHERE category_id = ${from.id}
  `.execute(tx);
  await endList(tx, 'category', from, into.id);
  await refreshExperiences(tx, members);
}

/** Merges a tag into another one, which is offered in all categories if the two were offered in different ones. */
export async function mergeTag(
  tx: Tx,
  from: StoredList,
  into: StoredList,
  { widens }: { widens: boolean },
): Promise<void> {
  const members = await findMembers(tx, 'tag', from.id);
  await lockExperiences(tx, members);
  await sql`
    INSERT INTO experience_tags (tag_id, experience_id, sort_order)
    SELECT ${into.id}, experience_id, sort_order FROM experience_tags WHERE tag_id = ${from.id}
    ON CONFLICT DO NOTHING
  `.execute(tx);
  await tx.deleteFrom('experience_tags').where('tag_id', '=', from.id).execute();
  if (widens) {
    await sql`UPDATE tags SET category_id = NULL, revision = revision + 1 WHERE id = ${into.id}`.execute(tx);
  }
  await endList(tx, 'tag', from, into.id);
  await refreshExperiences(tx, members);
}
