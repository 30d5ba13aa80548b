import type { TourDraft } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { Jobs } from '../../../jobs/jobs.ts';

/** A draft that waits, as it was when it was submitted. */
export interface SubmissionRow {
  tourId: string;
  workspaceId: string;
  /** Null for the first workspace while it is called as the site is. */
  workspaceName: string | null;
  revision: number;
  draft: TourDraft;
  note: string;
  submittedBy: string;
  submittedAt: Date;
  experienceId: number | null;
}

const MAX_LISTED = 100;
const NOW = sql<Date>`clock_timestamp()`;

/** Submits the draft of a locked tour, in place of what was submitted before. */
export async function putSubmission(
  tx: Tx,
  submission: Pick<SubmissionRow, 'tourId' | 'revision' | 'draft' | 'note' | 'submittedBy'>,
): Promise<void> {
  const values = {
    revision: submission.revision,
    draft: JSON.stringify(submission.draft),
    note: submission.note,
    submitted_by: submission.submittedBy,
    submitted_at: NOW,
    returned_by: null,
    returned_at: null,
    return_note: null,
  };
  await tx
    .insertInto('tour_submissions')
    .values({ tour_id: submission.tourId, ...values })
    .onConflict((conflict) => conflict.column('tour_id').doUpdateSet(values))
    .execute();
}

/** @returns whether there was one */
export async function deleteSubmission(tx: Tx, tourId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('tour_submissions')
    .where('tour_id', '=', tourId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the submission of a tour that is being published, and tells who had submitted it. */
export async function endSubmission(
  tx: Tx,
  jobs: Jobs,
  { tourId, publishedBy }: { tourId: string; publishedBy: string },
): Promise<void> {
  const ended = await tx
    .deleteFrom('tour_submissions')
    .where('tour_id', '=', tourId)
    .returning(['submitted_by as memberId', 'returned_at as returnedAt'])
    .executeTakeFirst();
  if (ended === undefined || ended.returnedAt !== null || ended.memberId === publishedBy) return;
  await jobs.add(tx, 'mail', { kind: 'tour-published', tourId, memberId: ended.memberId });
}

const waiting = (db: Db | Tx) =>
  db
    .selectFrom('tour_submissions')
    .innerJoin('studio_tours', 'studio_tours.id', 'tour_id')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_id')
    .select([
      'tour_id as tourId',
      'workspace_id as workspaceId',
      'workspaces.name as workspaceName',
      'tour_submissions.revision',
      'tour_submissions.draft',
      'note',
      'submitted_by as submittedBy',
      'submitted_at as submittedAt',
      'experience_id as experienceId',
    ])
    .where('returned_at', 'is', null);

/** What waits in all workspaces, the oldest first. */
export async function listWaiting(db: Db): Promise<SubmissionRow[]> {
  return waiting(db).orderBy('submitted_at').limit(MAX_LISTED).execute();
}

export async function findWaiting(db: Db | Tx, tourId: string): Promise<SubmissionRow | undefined> {
  return waiting(db).where('tour_id', '=', tourId).executeTakeFirst();
}

/** What waits in a workspace with an asset that is about to be replaced. */
export async function findWaitingWith(
  tx: Tx,
  { workspaceId, asset }: { workspaceId: string; asset: string },
): Promise<SubmissionRow[]> {
  return waiting(tx)
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`strpos(tour_submissions.draft::text, ${JSON.stringify(asset)}) > 0`)
    .execute();
}

/** Keeps why a submission of a locked tour was sent back. */
export async function setReturned(
  tx: Tx,
  { tourId, memberId, note }: { tourId: string; memberId: string; note: string },
): Promise<void> {
  await tx
    .updateTable('tour_submissions')
    .set({ returned_by: memberId, returned_at: NOW, return_note: note })
    .where('tour_id', '=', tourId)
    .execute();
}

/** What a mail says of a tour and its submission. */
export interface MailedTour {
  title: string;
  workspaceId: string;
  slug: string | null;
  revision: number | null;
  note: string | null;
  submittedBy: string | null;
  returnNote: string | null;
}

export async function findMailedTour(db: Db, tourId: string): Promise<MailedTour | undefined> {
  return db
    .selectFrom('studio_tours')
    .leftJoin('tour_submissions', 'tour_id', 'studio_tours.id')
    .leftJoin('experiences', 'experiences.id', 'experience_id')
    .select([
      sql<string>`coalesce(tour_submissions.draft, studio_tours.draft) ->> 'title'`.as('title'),
      'workspace_id as workspaceId',
      'experiences.slug',
      'tour_submissions.revision',
      'note',
      'submitted_by as submittedBy',
      'return_note as returnNote',
    ])
    .where('studio_tours.id', '=', tourId)
    .executeTakeFirst();
}
