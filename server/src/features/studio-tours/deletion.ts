import type { Db, Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { changeCatalogue, deleteExperience } from '../catalogue/service.ts';
import { endThumbnails, findNamedAssets, lockPublications } from '../tours/service.ts';
import { isUnlocked } from '../unlocks/service.ts';
import { type AuditActor, recordAudit } from '../workspaces/service.ts';
import { tourNotFound } from './service.ts';
import * as store from './store.ts';

/** @throws {AppError} 409 `tour_published`, `tour_unlocked` */
async function requireUnneeded(tx: Tx, { state, experienceId }: store.TourRow): Promise<void> {
  if (state === 'published')
    throw new AppError(409, 'tour_published', 'This tour is published. Withdraw it before you delete it.');
  if (experienceId !== null && (await isUnlocked(tx, experienceId)))
    throw new AppError(
      409,
      'tour_unlocked',
      'Members have unlocked this tour and keep it, so it cannot be deleted.',
    );
}

/**
 * Deletes a tour that is not published and that no member has unlocked, with its versions, statistics and URLs. Its files
 * stay in the workspace; what only its versions named is removed later.
 *
 * @throws {AppError} 404 `tour_not_found`, 409 `tour_published`, `tour_unlocked`
 */
export async function deleteTour(
  { db, responseCache }: { db: Db; responseCache: { clear(): void } },
  actor: AuditActor,
  place: store.TourPlace,
): Promise<void> {
  await changeCatalogue(db, responseCache, async (tx) => {
    // First of all locks, in every transaction that publishes.
    await lockPublications(tx);
    const found = await store.lockTour(tx, place);
    if (found === undefined) throw tourNotFound();
    await requireUnneeded(tx, found);
    await store.deleteTour(tx, place);
    const { experienceId, slug } = found;
    if (experienceId !== null) {
      const named = await findNamedAssets(tx, experienceId);
      await deleteExperience(tx, experienceId);
      await endThumbnails(tx, named);
    }
    await recordAudit(tx, {
      workspaceId: place.workspaceId,
      actor,
      action: 'tour.deleted',
      subject: { kind: 'tour', id: place.tourId },
      ...(slug !== null && { before: { slug } }),
    });
  });
}
