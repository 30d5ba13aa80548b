import type { Still, StudioTour, StudioTourVersion, TourDraft } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import {
  changeCatalogue,
  createExperience,
  restoreExperience,
  updateExperience,
  withdrawExperience,
} from '../catalogue/service.ts';
import type { Media } from '../media/service.ts';
import type { PlanTable } from '../plans/service.ts';
import { findReplaced } from '../privacy-checks/service.ts';
import {
  closeTour,
  endThumbnails,
  findNamedAssets,
  lockPublications,
  makeSceneThumbnails,
  makeStartThumbnails,
  publishTour,
  saveTour,
} from '../tours/service.ts';
import { type AuditActor, memberBehind, recordAudit } from '../workspaces/service.ts';
import { applyVisibility } from './audience.ts';
import { withCurrentFiles } from './current-files.ts';
import { withCurrentLists } from './current-lists.ts';
import { endSubmission } from './review/submission-store.ts';
import {
  findProblems,
  nameOf,
  present,
  readTour,
  revisionConflict,
  revisionMissing,
  tourNotFound,
} from './service.ts';
import { findKeptStills } from './still-store.ts';
import * as store from './store.ts';
import { requireTourRoom } from './tour-room.ts';

export interface PublicationDependencies {
  db: Db;
  media: Media;
  /** The cached responses of this process. */
  responseCache: { clear(): void };
  jobs: Jobs;
  /** Whether only reviewers publish. */
  reviewsTours: boolean;
}

/** A publication or withdrawal that no request of the workspace asks for. */
export interface Occasion {
  /** Called with the locked tour before anything is changed. Throws where it is not to be done. */
  check(tx: Tx, row: store.TourRow): Promise<void>;
  /** What the audit log says of it. */
  audit: Record<string, unknown>;
  /** What a reviewer has approved, in place of the draft. */
  approved?: { draft: TourDraft; revision: number };
}

/** @throws {AppError} 409 `review_required` where only reviewers publish */
export function requireNoReview({ reviewsTours }: { reviewsTours: boolean }): void {
  if (!reviewsTours) return;
  const detail = 'Reviewers look at tours before they are published. Please submit the draft.';
  throw new AppError(409, 'review_required', detail);
}

/** The most problems that one sentence names. */
const MAX_SENTENCES = 3;

/** The fields of the experience that visitors see. */
function experienceOf(draft: TourDraft, stills: Still[]) {
  const { facts, access, website, seo } = draft;
  return {
    slug: draft.slug,
    title: draft.title,
    propertyName: draft.propertyName,
    description: draft.description,
    buttonTitle: draft.buttonTitle,
    country: draft.country,
    city: draft.city,
    categoryId: draft.category,
    subcategoryId: draft.subcategory,
    tagIds: draft.tags,
    tokensRequired: draft.price ?? 0,
    partOfPackage: draft.isInPlans,
    location: draft.location,
    seo: seo.title || seo.description ? seo : null,
    place: {
      facts,
      stills,
      ...(access !== null && { access }),
      ...(website !== '' && { website }),
    },
  };
}

/** @throws {AppError} 422 `tour_incomplete` */
export async function requireComplete(db: Db | Tx, workspaceId: string, row: store.TourRow): Promise<void> {
  const problems = await findProblems(db, workspaceId, row);
  if (problems.length === 0) return;
  const sentences = problems.slice(0, MAX_SENTENCES).map(({ message }) => message);
  const rest = problems.length - sentences.length;
  if (rest > 0) sentences.push(`And ${rest} more.`);
  throw new AppError(422, 'tour_incomplete', sentences.join(' '));
}

/** The refusal of a URL that others took while the tour was being published. */
function slugTaken(error: unknown): unknown {
  const isTaken = error instanceof AppError && error.code === 'already_exists';
  return isTaken ? new AppError(409, 'address_taken', 'Another tour has this address.') : error;
}

/** Writes what visitors see. @returns the experience @throws {AppError} 409 `address_taken` */
async function writeExperience(tx: Tx, { draft, experienceId }: store.TourRow): Promise<number> {
  const stills = draft.document === null ? [] : await findKeptStills(tx, experienceId, draft.document);
  const fields = experienceOf(draft, stills);
  try {
    if (experienceId === null) return await createExperience(tx, fields);
    await restoreExperience(tx, experienceId, fields);
    return experienceId;
  } catch (error) {
    throw slugTaken(error);
  }
}

/**
 * Publishes the draft of a tour, for whom its visibility says: visitors see either all of it or what they saw before.
 *
 * @param revision of the draft that is to be published
 * @param occasion undefined where a request of the workspace asks for it
 * @throws {AppError} 400 `invalid_request`, 404 `tour_not_found`, 409 `revision_conflict`, `address_taken`, `review_required`,
 * 422 `tour_incomplete`, 428 `revision_missing`
 */
export async function publishDraft(
  dependencies: PublicationDependencies,
  actor: AuditActor,
  { revision, ...place }: store.TourPlace & { revision: number | undefined },
  occasion?: Occasion,
): Promise<StudioTour> {
  const { db, media, responseCache, jobs } = dependencies;
  const { workspaceId, tourId } = place;
  const approved = occasion?.approved;
  if (approved === undefined) requireNoReview(dependencies);
  const found = await store.findTour(db, place);
  if (found === undefined) throw tourNotFound();
  const before = await withCurrentLists(db, { ...found, ...approved });
  if (revision === undefined) throw revisionMissing();
  if (before.revision !== revision) throw await revisionConflict(db, before);
  await requireComplete(db, workspaceId, before);
  const { document } = before.draft;
  if (document === null) throw new Error('a complete tour has a document');
  // Pictures take seconds, so they are made before the transaction.
  const thumbnails = await makeStartThumbnails(db, media, document);
  await makeSceneThumbnails(db, media, document);

  const published = await changeCatalogue(db, responseCache, async (tx) => {
    await lockPublications(tx);
    const locked = await store.lockTour(tx, place);
    if (locked === undefined) throw tourNotFound();
    const row = await withCurrentLists(tx, { ...locked, ...approved });
    await occasion?.check(tx, row);
    if (row.revision !== revision) return { row, isConflict: true };
    await requireComplete(tx, workspaceId, row);
    const experienceId = await writeExperience(tx, row);
    await saveTour(tx, experienceId, document, memberBehind(actor));
    await publishTour(tx, experienceId);
    if (thumbnails !== undefined) await updateExperience(tx, experienceId, { thumbnails });
    await applyVisibility(tx, experienceId, row.visibility);
    // A picture without its blur leaves the cards too.
    await endThumbnails(tx, await findReplaced(tx, workspaceId, await findNamedAssets(tx, experienceId)));
    const publication = { experienceId, revision, draft: row.draft, publishedBy: memberBehind(actor) };
    const version = await store.setPublished(tx, tourId, publication);
    await endSubmission(tx, jobs, { tourId, publishedBy: memberBehind(actor) });
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: 'tour.published',
      subject: { kind: 'tour', id: tourId },
      before: { revision: row.publishedRevision },
      after: { revision, version, ...occasion?.audit },
    });
    return { row, isConflict: false };
  });
  if (published.isConflict) throw await revisionConflict(db, published.row);
  return readTour(db, place);
}

export function tourNotPublished(): AppError {
  return new AppError(409, 'tour_not_published', 'This tour is not published.');
}

/**
 * Withdraws a tour: nobody finds it any more, and only who unlocked it opens it.
 *
 * @param occasion undefined where a request asks for it
 * @throws {AppError} 404 `tour_not_found`, 409 `tour_not_published`
 */
export async function withdrawTour(
  { db, responseCache }: Pick<PublicationDependencies, 'db' | 'responseCache'>,
  actor: AuditActor,
  place: store.TourPlace,
  occasion?: Occasion,
): Promise<StudioTour> {
  await changeCatalogue(db, responseCache, async (tx) => {
    // First of all locks, in every transaction that publishes.
    await lockPublications(tx);
    const row = await store.lockTour(tx, place);
    if (row === undefined) throw tourNotFound();
    await occasion?.check(tx, row);
    if (row.state !== 'published' || row.experienceId === null) throw tourNotPublished();
    await withdrawExperience(tx, row.experienceId);
    await closeTour(tx, row.experienceId);
    await store.setWithdrawn(tx, place.tourId);
    await recordAudit(tx, {
      workspaceId: place.workspaceId,
      actor,
      action: 'tour.withdrawn',
      subject: { kind: 'tour', id: place.tourId },
      ...(occasion && { after: occasion.audit }),
    });
  });
  return readTour(db, place);
}

async function presentVersion(db: Db, row: store.VersionRow): Promise<StudioTourVersion> {
  return {
    version: row.version,
    publishedAt: row.publishedAt.toISOString(),
    publishedBy: { id: row.publishedBy, name: await nameOf(db, row.publishedBy) },
    title: row.draft.title,
  };
}

/** @throws {AppError} 404 `tour_not_found` */
export async function listVersions(
  db: Db,
  place: store.TourPlace,
): Promise<{ versions: StudioTourVersion[] }> {
  if ((await store.findTour(db, place)) === undefined) throw tourNotFound();
  const rows = await store.listVersions(db, place.tourId);
  return { versions: await Promise.all(rows.map((row) => presentVersion(db, row))) };
}

function versionNotFound(): AppError {
  return new AppError(404, 'tour_version_not_found', 'There is no such version of this tour.');
}

/** @throws {AppError} 404 `tour_not_found`, `tour_version_not_found` */
export async function readVersion(
  db: Db,
  { version, ...place }: store.TourPlace & { version: number },
): Promise<StudioTourVersion & { draft: TourDraft }> {
  if ((await store.findTour(db, place)) === undefined) throw tourNotFound();
  const row = await store.findVersion(db, place.tourId, version);
  if (row === undefined) throw versionNotFound();
  return { ...(await presentVersion(db, row)), draft: row.draft };
}

/**
 * Makes a published version the draft again; what visitors see stays.
 *
 * @throws {AppError} 404 `tour_not_found`, `tour_version_not_found`, 409 `revision_conflict`, `quota_reached`, 428 `revision_missing`
 */
export async function restoreVersion(
  { db, plans }: { db: Db; plans: PlanTable },
  actor: AuditActor,
  { version, revision, ...place }: store.TourPlace & { version: number; revision: number | undefined },
): Promise<StudioTour> {
  const { workspaceId, tourId } = place;
  const result = await inTransaction(db, async (tx) => {
    const row = await store.lockTour(tx, place);
    if (row === undefined) throw tourNotFound();
    if (revision === undefined) throw revisionMissing();
    if (row.revision !== revision) return { row, isConflict: true };
    const found = await store.findVersion(tx, tourId, version);
    if (found === undefined) throw versionNotFound();
    const draft = await withCurrentFiles(tx, workspaceId, found.draft);
    await requireTourRoom(tx, plans, workspaceId, { before: row.draft, after: draft });
    const restored = await store.updateDraft(tx, tourId, draft, memberBehind(actor));
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: 'tour.restored',
      subject: { kind: 'tour', id: tourId },
      before: { revision },
      after: { revision: restored.revision, version },
    });
    return { row: restored, isConflict: false };
  });
  if (result.isConflict) throw await revisionConflict(db, result.row);
  return present(db, workspaceId, result.row);
}
