import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { TourCounts } from '../plans/service.ts';

/** What a draft names by its id. */
type ListKind = 'category' | 'subcategory' | 'tag';

/** A condition of drafts that name a list; each has an index. */
function names(kind: ListKind, id: number): RawBuilder<boolean> {
  if (kind === 'tag') return sql`draft -> 'tags' @> jsonb_build_array(${id}::integer)`;
  return kind === 'category'
    ? sql`(draft ->> 'category')::integer = ${id}`
    : sql`(draft ->> 'subcategory')::integer = ${id}`;
}

/** How many drafts, of all workspaces, name a list of the catalogue. */
export async function countDraftsIn(tx: Tx, kind: ListKind, id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('studio_tours')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(names(kind, id))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Lets the drafts that name a list of the catalogue name another one. They keep their revision: nobody's work on them is in the way.
 *
 * @param to with the category of a subcategory
 */
export async function moveDrafts(
  tx: Tx,
  kind: ListKind,
  from: number,
  to: { id: number; categoryId: number | null },
): Promise<void> {
  const changed = {
    category: sql`draft || jsonb_build_object('category', ${to.id}::integer)`,
    subcategory: sql`draft || jsonb_build_object('category', ${to.categoryId}::integer, 'subcategory', ${to.id}::integer)`,
    tag: sql`jsonb_set(draft, '{tags}', (
      SELECT jsonb_agg(tag ORDER BY place) FROM (
        SELECT CASE tag WHEN to_jsonb(${from}::integer) THEN to_jsonb(${to.id}::integer) ELSE tag END AS tag, min(place) AS place
        FROM jsonb_array_elements(draft -> 'tags') WITH ORDINALITY AS listed (tag, place) GROUP BY 1
      ) AS named
    ))`,
  };
  await sql`UPDATE studio_tours SET draft = ${changed[kind]} WHERE ${names(kind, from)}`.execute(tx);
}

/** Lets the drafts of a workspace that name an asset name another one, as a change of their own. */
export async function replaceAssetInDrafts(
  tx: Tx,
  {
    workspaceId,
    asset,
    by,
    changedBy,
  }: { workspaceId: string; asset: string; by: string; changedBy: string },
): Promise<void> {
  await tx
    .updateTable('studio_tours')
    .set({
      draft: sql`replace(draft::text, ${JSON.stringify(asset)}, ${JSON.stringify(by)})::jsonb`,
      revision: sql<number>`revision + 1`,
      changed_by: changedBy,
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`strpos(draft::text, ${JSON.stringify(asset)}) > 0`)
    .execute();
}

/** How many tours a workspace has, and how many scenes their drafts have. */
export async function countTours(db: Db | Tx, workspaceId: string): Promise<TourCounts> {
  return db
    .selectFrom('studio_tours')
    .select(({ fn }) => [
      fn.countAll<number>().as('tours'),
      sql<number>`coalesce(sum(jsonb_array_length(coalesce(draft #> '{document,scenes}', '[]'))), 0)::integer`.as(
        'scenes',
      ),
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}
