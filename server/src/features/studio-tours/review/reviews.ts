import type { Review, ReviewSummary } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { type AuditActor, findPermitted, memberBehind, recordAudit } from '../../workspaces/service.ts';
import { withCurrentLists } from '../current-lists.ts';
import { type PublicationDependencies, publishDraft } from '../publication.ts';
import { findProblems, nameOf } from '../service.ts';
import * as store from '../store.ts';
import { findWaiting, listWaiting, type SubmissionRow, setReturned } from './submission-store.ts';
import { notSubmitted, type SubmissionDependencies } from './submissions.ts';

/** Who asks, and the name of the site. */
interface Reader {
  memberId: string;
  /** Of a workspace without a name. */
  siteName: string;
}

/** Whether somebody else has to approve a tour: nobody approves what they have submitted, unless they are the only reviewer. */
async function needsAnother(db: Db | Tx, submittedBy: string, reviewerId: string): Promise<boolean> {
  if (submittedBy !== reviewerId) return false;
  const reviewers = await findPermitted(db, 'tour.review', undefined);
  return reviewers.some((memberId) => memberId !== reviewerId);
}

async function presentSummary(
  db: Db,
  row: SubmissionRow,
  { memberId, siteName }: Reader,
): Promise<ReviewSummary> {
  return {
    tourId: row.tourId,
    title: row.draft.title,
    workspace: { id: row.workspaceId, name: row.workspaceName ?? siteName },
    revision: row.revision,
    submittedAt: row.submittedAt.toISOString(),
    submittedBy: { id: row.submittedBy, name: await nameOf(db, row.submittedBy) },
    note: row.note,
    isUpdate: row.experienceId !== null,
    needsAnother: await needsAnother(db, row.submittedBy, memberId),
  };
}

type ReviewDependencies = Pick<PublicationDependencies, 'db' | 'reviewsTours'>;

/** What waits for a reviewer, the oldest first. */
export async function listReviews(
  { db, reviewsTours }: ReviewDependencies,
  reader: Reader,
): Promise<{ reviews: ReviewSummary[] }> {
  const rows = reviewsTours ? await listWaiting(db) : [];
  return { reviews: await Promise.all(rows.map((row) => presentSummary(db, row, reader))) };
}

/** @throws {AppError} 404 `not_submitted` */
export async function readReview(
  { db, reviewsTours }: ReviewDependencies,
  tourId: string,
  reader: Reader,
): Promise<Review> {
  requireReviews(reviewsTours);
  const found = await findWaiting(db, tourId);
  if (found === undefined) throw notSubmitted();
  const row = await withCurrentLists(db, found);
  const last = await store.findLastVersion(db, tourId);
  return {
    ...(await presentSummary(db, row, reader)),
    draft: row.draft,
    published: last?.draft ?? null,
    problems: await findProblems(db, row.workspaceId, row),
  };
}

/** Where there is no review, drafts wait for their own workspace. @throws {AppError} 404 `not_submitted` */
function requireReviews(reviewsTours: boolean): void {
  if (!reviewsTours) throw notSubmitted();
}

/** What a reviewer has looked at. */
export interface Reviewed {
  tourId: string;
  revision: number;
}

/** @throws {AppError} 404 `not_submitted`, 409 `submission_changed` */
async function requireWaiting(db: Db | Tx, { tourId, revision }: Reviewed): Promise<SubmissionRow> {
  const row = await findWaiting(db, tourId);
  if (row === undefined) throw notSubmitted();
  if (row.revision === revision) return row;
  const detail = 'The tour was submitted again in the meantime. Please look at it once more.';
  throw new AppError(409, 'submission_changed', detail);
}

/** @throws {AppError} 403 `own_submission` */
async function requireOther(db: Db | Tx, submittedBy: string, actor: AuditActor): Promise<void> {
  if (!(await needsAnother(db, submittedBy, memberBehind(actor)))) return;
  const detail = 'You have submitted this tour yourself, so another reviewer has to look at it.';
  throw new AppError(403, 'own_submission', detail);
}

/**
 * Publishes a tour exactly as it was submitted, whatever its draft has become.
 *
 * @throws {AppError} 403 `own_submission`, 404 `not_submitted`, 409 `submission_changed`, `address_taken`, 422 `tour_incomplete`
 */
export async function approve(
  dependencies: PublicationDependencies,
  actor: AuditActor,
  reviewed: Reviewed,
): Promise<void> {
  requireReviews(dependencies.reviewsTours);
  const { workspaceId, draft, submittedBy } = await requireWaiting(dependencies.db, reviewed);
  await requireOther(dependencies.db, submittedBy, actor);
  await publishDraft(
    dependencies,
    actor,
    { workspaceId, ...reviewed },
    {
      approved: { draft, revision: reviewed.revision },
      audit: { isReviewed: true, submittedBy },
      async check(tx) {
        // The tour is locked: of two reviewers, the second finds nothing that waits.
        const { submittedBy } = await requireWaiting(tx, reviewed);
        await requireOther(tx, submittedBy, actor);
      },
    },
  );
}

/** Sends a tour back with what is to be changed. @throws {AppError} 404 `not_submitted`, 409 `submission_changed` */
export async function sendBack(
  { db, jobs, reviewsTours }: SubmissionDependencies,
  actor: AuditActor,
  { note, ...reviewed }: Reviewed & { note: string },
): Promise<void> {
  const { tourId, revision } = reviewed;
  requireReviews(reviewsTours);
  const { workspaceId } = await requireWaiting(db, reviewed);
  await inTransaction(db, async (tx) => {
    await store.lockTour(tx, { workspaceId, tourId });
    const { submittedBy } = await requireWaiting(tx, reviewed);
    await setReturned(tx, { tourId, memberId: memberBehind(actor), note });
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: 'tour.returned',
      subject: { kind: 'tour', id: tourId },
      after: { revision },
    });
    await jobs.add(tx, 'mail', { kind: 'tour-returned', tourId, memberId: submittedBy });
  });
}
