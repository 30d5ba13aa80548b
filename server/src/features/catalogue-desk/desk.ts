import type { Db, Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import {
  changeCatalogue,
  createCategory,
  createSubcategory,
  createTag,
  findExperienceId,
  type ListKind,
  listMerges,
  listRedirects,
  lists,
  nameKey,
  safeIcon,
} from '../catalogue/service.ts';
import { countDraftsIn } from '../studio-tours/service.ts';
import { type AuditEntry, recordAudit } from '../workspaces/service.ts';
import type { DeskContext } from './context.ts';
import { counted, getList, listNotFound, requireFreeName, requireRevision } from './refusals.ts';

type StoredList = lists.StoredList;

/** One list, and the revision of it that a change was made to. */
export interface ListPlace {
  kind: ListKind;
  id: number;
  revision: number | undefined;
}

/** Omitted fields stay unchanged. */
export interface DeskChange extends lists.ListChange {
  /** The list goes before the one with this id; null for the end. */
  before?: number | null | undefined;
}

/** All lists of a kind, in their order. */
export const readLists = (db: Db, kind: ListKind): Promise<StoredList[]> => lists.findLists(db, kind);

/** Runs a change: one at a time, in one transaction, after which the cached responses are cleared. */
export function atDesk<T>({ db, cache }: DeskContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return changeCatalogue(db, cache, async (tx) => {
    await lists.lockCatalogue(tx);
    return work(tx);
  });
}

/** What the audit log keeps of a list: its fields that the log's reader knows. */
function stateOf({ name, description, icon, coverTour, categoryId, isActive }: StoredList, kind: ListKind) {
  if (kind === 'tag') return { name, categoryId, isActive };
  return { name, description, icon, coverTour, ...(kind === 'subcategory' && { categoryId }) };
}

/** An icon is a picture's URL or a short text. @throws {AppError} 400 `invalid_request` */
function requireIcon(icon: string | null | undefined): void {
  if (icon && safeIcon(icon) !== icon)
    throw new AppError(400, 'invalid_request', 'Please choose an icon from the list, or a single emoji.');
}

/** @throws {AppError} 400 `invalid_request` */
async function requireCover(tx: Tx, slug: string | null | undefined): Promise<void> {
  if (!slug) return;
  if (/^\d+$/.test(slug) || (await findExperienceId(tx, slug)) === undefined)
    throw new AppError(
      400,
      'invalid_request',
      'This tour does not exist any more. Please choose another cover.',
    );
}

async function requireCategory(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id !== null && id !== undefined) await getList(tx, 'category', id);
}

export interface NewList {
  name: string;
  description?: string | null | undefined;
  icon?: string | null | undefined;
  coverTour?: string | null | undefined;
  categoryId?: number | null | undefined;
  isActive?: boolean | undefined;
}

async function insert(tx: Tx, kind: ListKind, input: NewList): Promise<number> {
  const {
    name,
    description = null,
    icon = null,
    coverTour = null,
    categoryId = null,
    isActive = true,
  } = input;
  if (kind === 'tag') return createTag(tx, { name, categoryId, isActive });
  const look = { name, description, icon, coverTour };
  return kind === 'category'
    ? createCategory(tx, look)
    : createSubcategory(tx, { ...look, categoryId: categoryId ?? 0 });
}

/**
 * Creates a list at the end of its kind.
 *
 * @throws {AppError} 400 `invalid_request`, 404 `category_not_found`, 409 `already_exists`
 */
export async function createList(context: DeskContext, kind: ListKind, input: NewList): Promise<StoredList> {
  return atDesk(context, async (tx) => {
    const { name, categoryId = null } = input;
    requireIcon(input.icon);
    await requireCategory(tx, categoryId);
    await requireFreeName(tx, kind, { name, categoryId });
    await requireCover(tx, input.coverTour);
    const id = await insert(tx, kind, input);
    await lists.noteCreator(tx, kind, id, context.actor.id);
    await listRedirects.forgetFormerName(tx, kind, name);
    const created = await getList(tx, kind, id);
    await recordAudit(tx, {
      actor: context.actor,
      action: `${kind}.created`,
      subject: { kind, id: String(id) },
      after: stateOf(created, kind),
    });
    return created;
  });
}

/** Blank texts are none. */
const withoutBlanks = ({ description, icon, coverTour, ...change }: lists.ListChange): lists.ListChange => ({
  ...change,
  description: description || description === undefined ? description : null,
  icon: icon || icon === undefined ? icon : null,
  coverTour: coverTour || coverTour === undefined ? coverTour : null,
});

/** The ids of a list's siblings in their order, with the list at its new place. */
async function orderWith(tx: Tx, kind: ListKind, list: StoredList, before: number | null): Promise<number[]> {
  const siblings = (await lists.findLists(tx, kind))
    .filter(
      ({ id, categoryId }) => id !== list.id && (kind !== 'subcategory' || categoryId === list.categoryId),
    )
    .map(({ id }) => id);
  const place = before === null ? siblings.length : siblings.indexOf(before);
  if (place < 0) throw listNotFound(kind);
  return siblings.toSpliced(place, 0, list.id);
}

/** After a list has another name: what the old one led to leads to the list, in URLs and in searches. */
async function followName(tx: Tx, kind: ListKind, before: StoredList, name: string): Promise<void> {
  if (nameKey(name) !== nameKey(before.name)) {
    await listRedirects.addFormerName(tx, kind, before.name, before.id);
    await listRedirects.forgetFormerName(tx, kind, name);
  }
  await listMerges.refreshMembers(tx, kind, before.id);
}

/** The fields of a state that differ, so that the log says what changed. */
function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const fields = Object.keys(before).filter((field) => before[field] !== after[field]);
  const pick = (state: Record<string, unknown>) =>
    Object.fromEntries(fields.map((field) => [field, state[field]]));
  return { before: pick(before), after: pick(after) };
}

/**
 * Changes a list: its fields, its place, or both. A former name leads to the new one.
 *
 * @throws {AppError} 400 `invalid_request`, 404, 409 `already_exists`, `revision_conflict`, 428 `revision_missing`
 */
export async function changeList(
  context: DeskContext,
  { kind, id, revision }: ListPlace,
  { before: next, ...change }: DeskChange,
): Promise<StoredList> {
  return atDesk(context, async (tx) => {
    const before = await getList(tx, kind, id);
    await requireRevision(tx, before, revision);
    requireIcon(change.icon);
    if (kind === 'tag') await requireCategory(tx, change.categoryId);
    await requireCover(tx, change.coverTour);
    const { name } = change;
    if (name !== undefined) await requireFreeName(tx, kind, { name, categoryId: before.categoryId, id });
    const order = next === undefined ? undefined : await orderWith(tx, kind, before, next);
    await lists.updateList(tx, kind, id, { change: withoutBlanks(change), changedBy: context.actor.id });
    if (name !== undefined && name !== before.name) await followName(tx, kind, before, name);
    if (order !== undefined) await lists.placeLists(tx, kind, order);
    const after = await getList(tx, kind, id);
    const changed = difference(
      { ...stateOf(before, kind), ...(order && { place: null }) },
      { ...stateOf(after, kind), ...(order && { place: order.indexOf(id) + 1 }) },
    );
    const entry: AuditEntry = {
      actor: context.actor,
      action: `${kind}.changed`,
      subject: { kind, id: String(id) },
      before: { ...changed.before, name: before.name },
      after: { ...changed.after, name: after.name },
    };
    await recordAudit(tx, entry);
    return after;
  });
}

/** What is still in a list, in words; empty where it can be deleted. */
async function contentsOf(tx: Tx, kind: ListKind, id: number): Promise<string[]> {
  const tours = await listMerges.findMembers(tx, kind, id);
  const drafts = await countDraftsIn(tx, kind, id);
  const parts =
    kind === 'category' ? await listMerges.findParts(tx, id) : { subcategories: [] as unknown[], tags: [] };
  return [
    tours.length > 0 && counted(tours.length, 'tour'),
    drafts > 0 && counted(drafts, 'draft'),
    parts.subcategories.length > 0 && counted(parts.subcategories.length, 'subcategory', 'subcategories'),
    parts.tags.length > 0 && counted(parts.tags.length, 'tag'),
  ].filter((part) => part !== false);
}

const joined = (parts: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);

/**
 * Deletes an empty list.
 *
 * @throws {AppError} 404, 409 `not_empty`, `revision_conflict`, 428 `revision_missing`
 */
export async function deleteList(context: DeskContext, { kind, id, revision }: ListPlace): Promise<void> {
  await atDesk(context, async (tx) => {
    const list = await getList(tx, kind, id);
    await requireRevision(tx, list, revision);
    // A request that puts a tour into it waits from here on, and is refused once it is gone.
    await lists.lockLists(tx, kind, [id]);
    const contents = await contentsOf(tx, kind, id);
    if (contents.length > 0) {
      const detail = `“${list.name}” still has ${joined(contents)}. Merge it into another ${kind} instead.`;
      throw new AppError(409, 'not_empty', detail);
    }
    await listRedirects.deleteRedirects(tx, kind, id);
    await lists.deleteList(tx, kind, id);
    await recordAudit(tx, {
      actor: context.actor,
      action: `${kind}.deleted`,
      subject: { kind, id: String(id) },
      before: stateOf(list, kind),
    });
  });
}
