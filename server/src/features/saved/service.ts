import { MAX_RECENT, MAX_SAVED, type SavedExperiences } from '@oriel/contract';
import { type Db, inLossyTransaction, inTransaction, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { getLockedMember, lockMember } from '../accounts/service.ts';
import { experienceNotFound, findExistingId, findExperienceId, findTitles } from '../catalogue/service.ts';
import * as store from './store.ts';
import type { ListKind } from './tables.ts';

const now = () => new Date().toISOString();

const ofKind = (rows: readonly store.ListedRow[], wanted: ListKind) =>
  rows.filter(({ kind }) => kind === wanted);

/** What a member has saved and recently viewed, the newest first. */
export async function readSaved(db: Db, memberId: string): Promise<SavedExperiences> {
  const rows = await store.findListed(db, memberId);
  const present = ({ id, at }: store.ListedRow) => ({ id, at: at.toISOString() });
  return { saved: ofKind(rows, 'saved').map(present), recent: ofKind(rows, 'recent').map(present) };
}

/**
 * Saves an experience for a member, once.
 *
 * @param key the experience's numeric id or slug
 * @throws {AppError} 404 `experience_not_found`, 409 `too_many_saved`, 401 `invalid_token` when the member has just left
 */
export async function saveExperience(db: Db, memberId: string, key: string): Promise<void> {
  const id = await findExperienceId(db, key);
  if (id === undefined) throw experienceNotFound();
  if (await store.isListed(db, memberId, 'saved', id)) return;
  const isSaved = await inTransaction(db, async (tx) => {
    await getLockedMember(tx, memberId);
    await store.addListed(tx, memberId, 'saved', [{ id, at: now() }], MAX_SAVED);
    return store.isListed(tx, memberId, 'saved', id);
  });
  if (isSaved) return;
  throw new AppError(
    409,
    'too_many_saved',
    `You have saved ${MAX_SAVED} places. Take one off your list to save another.`,
  );
}

/** Also a withdrawn one. @throws {AppError} 404 `experience_not_found` */
export async function unsaveExperience(db: Db, memberId: string, key: string): Promise<void> {
  const id = await findExistingId(db, key);
  if (id === undefined) throw experienceNotFound();
  await store.removeListed(db, memberId, 'saved', id);
}

async function addRecent(tx: Tx, memberId: string, recent: SavedExperiences['recent']): Promise<void> {
  // Room for all of them: the oldest go afterwards.
  await store.addListed(tx, memberId, 'recent', recent, 2 * MAX_RECENT);
  await store.keepNewest(tx, memberId, 'recent', MAX_RECENT);
}

/** Remembers that a member has just viewed an experience; a crash of PostgreSQL may take it, as it may the view itself. */
export async function recordRecent(db: Db, memberId: string, experienceId: number): Promise<void> {
  await inLossyTransaction(db, async (tx) => {
    if ((await lockMember(tx, memberId)) === undefined) return;
    await addRecent(tx, memberId, [{ id: experienceId, at: now() }]);
  });
}

/**
 * Adds what a guest has saved and viewed before signing in.
 *
 * @throws {AppError} 401 `invalid_token` when the member has just left
 */
export async function mergeSaved(
  db: Db,
  memberId: string,
  { saved, recent }: SavedExperiences,
): Promise<SavedExperiences> {
  await inTransaction(db, async (tx) => {
    await getLockedMember(tx, memberId);
    await store.addListed(tx, memberId, 'saved', saved, MAX_SAVED);
    await addRecent(tx, memberId, recent);
  });
  return readSaved(db, memberId);
}

export async function forgetRecent(db: Db, memberId: string): Promise<SavedExperiences> {
  await store.clearListed(db, memberId, 'recent');
  return readSaved(db, memberId);
}

/** What members have saved and viewed, for their export; erased with the member. */
export const savedAsPersonalData = {
  async export(db: Db, memberId: string) {
    const rows = await store.findListed(db, memberId);
    const titles = await findTitles(
      db,
      rows.map(({ id }) => id),
    );
    const present = ({ id, at }: store.ListedRow) => {
      const { slug, title } = titles.get(id) ?? {};
      return { slug, title, at };
    };
    return { saved: ofKind(rows, 'saved').map(present), recentlyViewed: ofKind(rows, 'recent').map(present) };
  },

  erase: (tx: Tx, memberId: string) => store.clearListed(tx, memberId),
};
