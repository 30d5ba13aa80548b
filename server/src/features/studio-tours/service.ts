import type { StudioTour, StudioTourSummary, Tour, TourProblem, TourSubmission } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { findMember } from '../accounts/service.ts';
import { findIdBySlug } from '../catalogue/service.ts';
import type { PlanTable } from '../plans/service.ts';
import { findUnchecked } from '../privacy-checks/service.ts';
import { type BuildPreviewUrl, findOwnAssets, findPreviews } from '../studio-media/service.ts';
import { type AuditActor, memberBehind, recordAudit } from '../workspaces/service.ts';
import { withCurrentFiles } from './current-files.ts';
import { listProblems, withCurrentLists } from './current-lists.ts';
import { draftAssets, draftProblems, draftSpheres, mergePatch, parseDraft } from './draft.ts';
import * as store from './store.ts';
import { requireTourRoom } from './tour-room.ts';

export { countDraftsIn, countTours, moveDrafts } from './list-store.ts';
export type { TourPlace } from './store.ts';

/** Until the transaction ends, nobody else changes the tour. @throws {AppError} 404 `tour_not_found` */
export async function lockTour(tx: Tx, place: store.TourPlace): Promise<void> {
  if ((await store.lockTour(tx, place)) === undefined) throw tourNotFound();
}

export function tourNotFound(): AppError {
  return new AppError(404, 'tour_not_found', 'There is no such tour in this workspace.');
}

export async function nameOf(db: Db, memberId: string): Promise<string> {
  const member = await findMember(db, memberId);
  return member === undefined ? '' : `${member.first_name} ${member.last_name}`.trim();
}

/** ISO 8601 as the API gives it. */
const instant = (time: string) => new Date(time).toISOString();

function presentSubmission(submission: store.StoredSubmission | null): TourSubmission | null {
  if (submission === null) return null;
  const { returnedAt, submittedAt } = submission;
  return {
    ...submission,
    state: returnedAt === null ? 'waiting' : 'returned',
    submittedAt: instant(submittedAt),
    returnedAt: returnedAt && instant(returnedAt),
  };
}

const presentSummary = (row: store.TourSummaryRow) => ({
  id: row.id,
  revision: row.revision,
  createdAt: row.createdAt.toISOString(),
  changedAt: row.changedAt.toISOString(),
  state: row.state,
  visibility: row.visibility,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  publishedRevision: row.publishedRevision,
  publishAt: row.publishAt?.toISOString() ?? null,
  withdrawAt: row.withdrawAt?.toISOString() ?? null,
  scheduleProblem:
    row.scheduleProblem === null || row.scheduleProblemAt === null
      ? null
      : { message: row.scheduleProblem, at: row.scheduleProblemAt.toISOString() },
  submission: presentSubmission(row.submission),
  path: row.state === 'published' && row.slug !== null ? `/experiences/vr/${row.slug}` : null,
});

/** What is missing before a draft can be published. */
export async function findProblems(
  db: Db | Tx,
  workspaceId: string,
  { draft, experienceId }: Pick<store.TourRow, 'draft' | 'experienceId'>,
): Promise<TourProblem[]> {
  const readyAssets = await findOwnAssets(db, workspaceId, draftAssets(draft));
  const owner = await findIdBySlug(db, draft.slug);
  const isTaken = owner !== undefined && owner !== experienceId;
  const spheres = [...new Set(draftSpheres(draft))].filter((asset) => readyAssets.has(asset));
  const unchecked = await findUnchecked(db, workspaceId, spheres);
  const problems = draftProblems(draft, { readyAssets, unchecked, isTaken });
  return [...problems, ...(await listProblems(db, draft))];
}

/** A tour as its workspace sees it. */
export async function present(db: Db, workspaceId: string, stored: store.TourRow): Promise<StudioTour> {
  const row = await withCurrentLists(db, stored);
  const { draft, changedBy, scheduledBy } = row;
  const [problems, name] = await Promise.all([findProblems(db, workspaceId, row), nameOf(db, changedBy)]);
  return {
    ...presentSummary(row),
    title: draft.title,
    changedBy: { id: changedBy, name },
    scheduledBy: scheduledBy === null ? null : { id: scheduledBy, name: await nameOf(db, scheduledBy) },
    draft,
    problems,
  };
}

/** A page of a workspace's tours, the newest first. @param before the id of the last tour of the page before */
export async function listTours(
  db: Db,
  { limit, ...page }: { workspaceId: string; before: string | undefined; limit: number },
  buildPreviewUrl: BuildPreviewUrl,
): Promise<{ tours: StudioTourSummary[]; hasMore: boolean }> {
  const rows = await store.listTours(db, { ...page, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const previews = await findPreviews(
    db,
    page.workspaceId,
    shown.flatMap(({ startAsset }) => startAsset ?? []),
  );
  const tours = shown.map(({ startAsset, title, ...row }) => {
    const mediaId = previews.get(startAsset ?? '');
    return {
      ...presentSummary(row),
      title,
      ...(mediaId !== undefined && { previewUrl: buildPreviewUrl(mediaId) }),
    };
  });
  return { tours, hasMore: rows.length > limit };
}

/** @throws {AppError} 404 `tour_not_found` */
export async function readTour(db: Db, place: store.TourPlace): Promise<StudioTour> {
  const row = await store.findTour(db, place);
  if (row === undefined) throw tourNotFound();
  return present(db, place.workspaceId, row);
}

/** The experience as which a tour is published, or was; null before. @throws {AppError} 404 `tour_not_found` */
export async function findExperienceOf(db: Db, place: store.TourPlace): Promise<number | null> {
  const experienceId = await store.findExperienceId(db, place);
  if (experienceId === undefined) throw tourNotFound();
  return experienceId;
}

/** The tour documents of the draft and of the last publication, as far as there are any. */
export async function findDocuments(db: Db, place: store.TourPlace): Promise<Tour[]> {
  const row = await store.findTour(db, place);
  const [last] = row === undefined ? [] : await store.listVersions(db, row.id, 1);
  return [row?.draft.document, last?.draft.document].flatMap((document) => document ?? []);
}

/** Begins a tour. @throws {AppError} 409 `quota_reached`, 422 `draft_invalid` */
export async function createTour(
  { db, plans }: { db: Db; plans: PlanTable },
  actor: AuditActor,
  { workspaceId, fields }: { workspaceId: string; fields: unknown },
): Promise<StudioTour> {
  const given = parseDraft(mergePatch({}, fields));
  const row = await inTransaction(db, async (tx) => {
    const draft = await withCurrentFiles(tx, workspaceId, given);
    await requireTourRoom(tx, plans, workspaceId, { before: undefined, after: draft });
    const created = await store.insertTour(tx, { workspaceId, draft, changedBy: memberBehind(actor) });
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: 'tour.created',
      subject: { kind: 'tour', id: created.id },
    });
    return created;
  });
  return present(db, workspaceId, row);
}

/**
 * Changes the draft by a JSON merge patch.
 *
 * @param revision of the draft that the patch was made to
 * @throws {AppError} 404 `tour_not_found`, 409 `revision_conflict` with who was faster, `quota_reached`, 422 `draft_invalid`,
 * 428 `revision_missing`
 */
export async function changeTour(
  { db, plans }: { db: Db; plans: PlanTable },
  actor: AuditActor,
  {
    patch,
    revision,
    ...place
  }: store.TourPlace & { patch: Record<string, unknown>; revision: number | undefined },
): Promise<StudioTour> {
  const changed = await inTransaction(db, async (tx) => {
    const found = await store.lockTour(tx, place);
    if (found === undefined) throw tourNotFound();
    if (revision === undefined) throw revisionMissing();
    if (found.revision !== revision) return { row: found, isConflict: true };
    const merged = parseDraft(mergePatch(found.draft, patch));
    const draft = await withCurrentFiles(tx, place.workspaceId, merged);
    await requireTourRoom(tx, plans, place.workspaceId, { before: found.draft, after: draft });
    const row = await store.updateDraft(tx, place.tourId, draft, memberBehind(actor));
    await recordAudit(tx, {
      workspaceId: place.workspaceId,
      actor,
      action: 'tour.changed',
      subject: { kind: 'tour', id: row.id },
      before: { revision },
      after: { revision: row.revision, fields: Object.keys(patch).sort() },
    });
    return { row, isConflict: false };
  });
  if (changed.isConflict) throw await revisionConflict(db, changed.row);
  return present(db, place.workspaceId, changed.row);
}

export const revisionMissing = () =>
  new AppError(428, 'revision_missing', 'Please name the revision of the draft (If-Match).');

/** The refusal of a change that was made to an older revision. */
export async function revisionConflict(db: Db, row: store.TourRow): Promise<AppError> {
  const name = await nameOf(db, row.changedBy);
  const detail = `${name || 'Somebody'} has changed this tour in the meantime.`;
  return new AppError(
    409,
    'revision_conflict',
    detail,
    {},
    {
      revision: row.revision,
      changedBy: { id: row.changedBy, name },
      changedAt: row.changedAt.toISOString(),
    },
  );
}

/** The titles of a workspace's tours whose drafts name an asset. */
export async function findTitlesOfTours(tx: Tx, workspaceId: string, asset: string): Promise<string[]> {
  return store.findTitlesByText(tx, workspaceId, asset);
}
