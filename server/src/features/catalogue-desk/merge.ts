import type { Merge } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { type ListKind, listMerges, lists } from '../catalogue/service.ts';
import { countDraftsIn, moveDrafts } from '../studio-tours/service.ts';
import { recordAudit } from '../workspaces/service.ts';
import type { DeskContext } from './context.ts';
import { atDesk, type ListPlace } from './desk.ts';
import { getList, requireRevision } from './refusals.ts';

interface Pair {
  from: { id: number; name: string };
  into: number;
}

interface Plan {
  from: lists.StoredList;
  into: lists.StoredList;
  /** Subcategories of merged categories with the same name, which are merged as well. */
  pairs: Pair[];
  merge: Merge;
}

/** @throws {AppError} 400 `merge_into_itself`, 404 */
async function plan(tx: Tx, kind: ListKind, fromId: number, intoId: number): Promise<Plan> {
  if (fromId === intoId)
    throw new AppError(400, 'merge_into_itself', `A ${kind} cannot be merged into itself.`);
  const from = await getList(tx, kind, fromId);
  const into = await getList(tx, kind, intoId);
  const [own, others] =
    kind === 'category'
      ? [await listMerges.findParts(tx, fromId), await listMerges.findParts(tx, intoId)]
      : [undefined, undefined];
  const twins = new Map(others?.subcategories.map(({ nameKey, id }) => [nameKey, id]));
  const pairs: Pair[] = [];
  const moving: string[] = [];
  for (const { id, name, nameKey } of own?.subcategories ?? []) {
    const twin = twins.get(nameKey);
    if (twin === undefined) moving.push(name);
    else pairs.push({ from: { id, name }, into: twin });
  }
  const members = (await listMerges.findMembers(tx, kind, fromId)).length;
  const namedBeside = kind === 'category' ? await listMerges.countNamedBeside(tx, fromId) : 0;
  const merge = {
    into: { id: into.id, name: into.name },
    tours: members - namedBeside,
    namedBeside,
    drafts: await countDraftsIn(tx, kind, fromId),
    subcategories: moving,
    mergedSubcategories: pairs.map(({ from: { name } }) => name),
    tags: own?.tags ?? [],
    widened: kind === 'tag' && into.categoryId !== null && from.categoryId !== into.categoryId,
  };
  return { from, into, pairs, merge };
}

/** What a merge would move now. @throws {AppError} 400 `merge_into_itself`, 404 */
export async function previewMerge(db: Db, kind: ListKind, from: number, into: number): Promise<Merge> {
  return inTransaction(db, async (tx) => (await plan(tx, kind, from, into)).merge);
}

async function carryOut(tx: Tx, kind: ListKind, { from, into, pairs, merge }: Plan): Promise<void> {
  if (kind === 'category') {
    await listMerges.mergeCategory(tx, from, into, pairs);
    for (const pair of pairs)
      await moveDrafts(tx, 'subcategory', pair.from.id, { id: pair.into, categoryId: into.id });
  } else if (kind === 'subcategory') {
    await listMerges.mergeSubcategory(tx, from, { id: into.id, categoryId: into.categoryId ?? 0 });
  } else {
    await listMerges.mergeTag(tx, from, into, { widens: merge.widened });
  }
  await moveDrafts(tx, kind, from.id, into);
}

/**
 * Merges a list into another of its kind, which gets everything that was in it, and to which its URLs lead from then on.
 *
 * @param place the list that ends
 * @throws {AppError} 400 `merge_into_itself`, 404, 409 `revision_conflict`, 428 `revision_missing`
 */
export async function mergeLists(context: DeskContext, place: ListPlace, intoId: number): Promise<Merge> {
  const { kind, id, revision } = place;
  return atDesk(context, async (tx) => {
    // A request that puts a tour into one of them waits from here on.
    await lists.lockLists(tx, kind, [id, intoId]);
    const planned = await plan(tx, kind, id, intoId);
    await requireRevision(tx, planned.from, revision);
    await lists.lockLists(
      tx,
      'subcategory',
      planned.pairs.map(({ from }) => from.id),
    );
    await carryOut(tx, kind, planned);
    const { into, ...moved } = planned.merge;
    await recordAudit(tx, {
      actor: context.actor,
      action: `${kind}.merged`,
      subject: { kind, id: String(id) },
      before: { name: planned.from.name },
      after: { into: into.id, name: into.name, ...moved },
    });
    return planned.merge;
  });
}
