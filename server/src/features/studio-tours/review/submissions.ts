import type { StudioTour } from '@oriel/contract';
import { inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { type AuditActor, findPermitted, memberBehind, recordAudit } from '../../workspaces/service.ts';
import { withCurrentLists } from '../current-lists.ts';
import { type PublicationDependencies, requireComplete } from '../publication.ts';
import { readTour, revisionConflict, revisionMissing, tourNotFound } from '../service.ts';
import * as store from '../store.ts';
import { deleteSubmission, putSubmission } from './submission-store.ts';

export type SubmissionDependencies = Pick<PublicationDependencies, 'db' | 'jobs' | 'reviewsTours'>;

export function notSubmitted(): AppError {
  return new AppError(404, 'not_submitted', 'This tour does not wait to be published.');
}

/**
 * Submits a draft as it is now, and mails who may publish it: the reviewers of the installation, or the editors of the workspace.
 *
 * @param revision of the draft that is to be published
 * @throws {AppError} 404 `tour_not_found`, 409 `revision_conflict`, 422 `tour_incomplete`, 428 `revision_missing`
 */
export async function submitTour(
  { db, jobs, reviewsTours }: SubmissionDependencies,
  actor: AuditActor,
  { revision, note, ...place }: store.TourPlace & { revision: number | undefined; note: string },
): Promise<StudioTour> {
  const { workspaceId, tourId } = place;
  const conflict = await inTransaction(db, async (tx) => {
    const locked = await store.lockTour(tx, place);
    if (locked === undefined) throw tourNotFound();
    if (revision === undefined) throw revisionMissing();
    if (locked.revision !== revision) return locked;
    const row = await withCurrentLists(tx, locked);
    await requireComplete(tx, workspaceId, row);
    const submittedBy = memberBehind(actor);
    await putSubmission(tx, { tourId, revision, draft: row.draft, note, submittedBy });
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: 'tour.submitted',
      subject: { kind: 'tour', id: tourId },
      after: { revision },
    });
    const readers = reviewsTours
      ? await findPermitted(tx, 'tour.review', undefined)
      : await findPermitted(tx, 'tour.publish', workspaceId);
    const mails = readers
      .filter((memberId) => memberId !== submittedBy)
      .map((memberId) => ({ kind: 'tour-submitted', tourId, revision, memberId }) as const);
    await jobs.add(tx, 'mail', ...mails);
    return undefined;
  });
  if (conflict !== undefined) throw await revisionConflict(db, conflict);
  return readTour(db, place);
}

/** Takes a submitted draft back. @throws {AppError} 404 `tour_not_found`, `not_submitted` */
export async function takeBack(
  { db }: Pick<SubmissionDependencies, 'db'>,
  actor: AuditActor,
  place: store.TourPlace,
): Promise<StudioTour> {
  await inTransaction(db, async (tx) => {
    if ((await store.lockTour(tx, place)) === undefined) throw tourNotFound();
    if (!(await deleteSubmission(tx, place.tourId))) throw notSubmitted();
    await recordAudit(tx, {
      workspaceId: place.workspaceId,
      actor,
      action: 'tour.taken-back',
      subject: { kind: 'tour', id: place.tourId },
    });
  });
  return readTour(db, place);
}
