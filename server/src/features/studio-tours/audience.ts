import { isPermitted, type StudioTour, type Visibility } from '@oriel/contract';
import type { Db, Tx } from '../../database/database.ts';
import { changeCatalogue, hideExperience, listExperience, lists } from '../catalogue/service.ts';
import {
  closeOpenAssets,
  closeTour,
  lockPublications,
  publishTour,
  readTour as readPublished,
  saveTour,
} from '../tours/service.ts';
import { type AuditActor, findRoles, memberBehind, recordAudit } from '../workspaces/service.ts';
import { withCurrentLists } from './current-lists.ts';
import { readTour, tourNotFound } from './service.ts';
import * as store from './store.ts';

/** Whether a member is in the workspace that published an experience, or may see the tours of all. */
export async function isOfTeam(db: Db, experienceId: number, memberId: string): Promise<boolean> {
  const workspaceId = await store.findWorkspaceOf(db, experienceId);
  return workspaceId !== undefined && isPermitted('tour.read', await findRoles(db, memberId, workspaceId));
}

/**
 * Hides a published experience that is in lists from those who are not to see it, and ends the URLs of files that they
 * may not have. Call it after `lockPublications`.
 */
export async function applyVisibility(tx: Tx, experienceId: number, visibility: Visibility): Promise<void> {
  if (visibility !== 'public') await hideExperience(tx, experienceId, visibility);
  if (isOpen(visibility)) await closeOpenAssets(tx, experienceId);
  else await closeTour(tx, experienceId);
}

/** Whether files of tours with this visibility have public URLs. */
const isOpen = (visibility: Visibility) => visibility === 'public' || visibility === 'unlisted';

/** Shows what is published to those whom the new visibility allows it. */
async function reopen(
  tx: Tx,
  actor: AuditActor,
  row: store.TourRow & { experienceId: number },
  visibility: Visibility,
): Promise<void> {
  const { experienceId } = row;
  const last = await store.findLastVersion(tx, row.id);
  if (last === undefined) throw new Error('a published tour has a version');
  const { draft } = await withCurrentLists(tx, { ...row, draft: last.draft });
  // A tag that was empty while the tour was hidden may be deleted.
  const tags = draft.tags.length === 0 ? [] : await lists.findLists(tx, 'tag', draft.tags);
  await listExperience(
    tx,
    experienceId,
    tags.map(({ id }) => id),
  );
  // Its files get new public URLs, so it becomes a version of its own: processes keep a version with its URLs.
  if (isOpen(visibility) && !isOpen(row.visibility)) {
    const shown = await readPublished(tx, experienceId, 'published');
    await saveTour(tx, experienceId, shown?.tour, memberBehind(actor));
    await publishTour(tx, experienceId);
  }
  await applyVisibility(tx, experienceId, visibility);
}

/**
 * Says who sees a tour; of a published one at once, without publishing its draft.
 *
 * @throws {AppError} 404 `tour_not_found`
 */
export async function changeVisibility(
  { db, responseCache }: { db: Db; responseCache: { clear(): void } },
  actor: AuditActor,
  { visibility, ...place }: store.TourPlace & { visibility: Visibility },
): Promise<StudioTour> {
  await changeCatalogue(db, responseCache, async (tx) => {
    // First of all locks, in every transaction that publishes.
    await lockPublications(tx);
    const row = await store.lockTour(tx, place);
    if (row === undefined) throw tourNotFound();
    if (row.visibility === visibility) return;
    await store.setVisibility(tx, place.tourId, visibility);
    const { experienceId } = row;
    if (row.state === 'published' && experienceId !== null)
      await reopen(tx, actor, { ...row, experienceId }, visibility);
    await recordAudit(tx, {
      workspaceId: place.workspaceId,
      actor,
      action: 'tour.visibility-changed',
      subject: { kind: 'tour', id: place.tourId },
      before: { visibility: row.visibility },
      after: { visibility },
    });
  });
  return readTour(db, place);
}
