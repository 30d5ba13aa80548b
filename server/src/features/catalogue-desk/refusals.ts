import type { Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { findMember } from '../accounts/service.ts';
import { type ListKind, lists } from '../catalogue/service.ts';

type StoredList = lists.StoredList;

/** Numbers as people write them: "1 tour", "12 tours". */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`;

export function listNotFound(kind: ListKind): AppError {
  return new AppError(
    404,
    `${kind}_not_found`,
    `This ${kind} does not exist any more. It may have been merged or deleted.`,
  );
}

/** The list with this id. @throws {AppError} 404 */
export async function getList(tx: Tx, kind: ListKind, id: number): Promise<StoredList> {
  const [found] = await lists.findLists(tx, kind, [id]);
  if (found === undefined) throw listNotFound(kind);
  return found;
}

/**
 * Refuses a change that was made to another revision.
 *
 * @throws {AppError} 409 `revision_conflict` with who was faster, 428 `revision_missing`
 */
export async function requireRevision(tx: Tx, list: StoredList, revision: number | undefined): Promise<void> {
  if (revision === undefined)
    throw new AppError(428, 'revision_missing', 'Please name the revision that you change (If-Match).');
  if (list.revision === revision) return;
  const { changedBy, changedAt, name } = list;
  const member = changedBy === null ? undefined : await findMember(tx, changedBy);
  const who = member === undefined ? '' : `${member.first_name} ${member.last_name}`.trim();
  throw new AppError(
    409,
    'revision_conflict',
    `${who || 'Somebody'} has changed “${name}” in the meantime. Please look at it again.`,
    {},
    {
      revision: list.revision,
      changedBy: { id: changedBy ?? '', name: who },
      changedAt: changedAt.toISOString(),
    },
  );
}

/** Refuses a name that another list has. @throws {AppError} 409 `already_exists` */
export async function requireFreeName(
  tx: Tx,
  kind: ListKind,
  { name, categoryId, id }: { name: string; categoryId: number | null; id?: number },
): Promise<void> {
  const taken = await lists.findIdByName(tx, kind, name, categoryId);
  if (taken === undefined || taken === id) return;
  const place = kind === 'subcategory' ? ' in this category' : '';
  throw new AppError(409, 'already_exists', `There is already a ${kind} called “${name}”${place}.`);
}
