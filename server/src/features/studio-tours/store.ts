import { randomBytes } from 'node:crypto';
import type { TourDraft, Visibility } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';

export interface TourRow {
  id: string;
  draft: TourDraft;
  revision: number;
  changedBy: string;
  changedAt: Date;
  createdAt: Date;
  experienceId: number | null;
  state: 'draft' | 'published' | 'withdrawn';
  visibility: Visibility;
  publishedRevision: number | null;
  publishedAt: Date | null;
  publishAt: Date | null;
  withdrawAt: Date | null;
  /** The member who chose the times. */
  scheduledBy: string | null;
  /** Why what was scheduled last was not done, and since when. */
  scheduleProblem: string | null;
  scheduleProblemAt: Date | null;
  /** Of the published experience. */
  slug: string | null;
  submission: StoredSubmission | null;
}

/** A submission as a column of its tour; times in ISO 8601. */
export interface StoredSubmission {
  revision: number;
  submittedAt: string;
  note: string;
  returnedAt: string | null;
  returnNote: string | null;
}

/** A tour without its draft. */
export type TourSummaryRow = Omit<TourRow, 'draft' | 'changedBy'>;

/** A tour by its workspace: nobody else learns that it exists. */
export interface TourPlace {
  workspaceId: string;
  tourId: string;
}

const SUMMARY_COLUMNS = [
  'studio_tours.id',
  'revision',
  'changed_at as changedAt',
  'studio_tours.created_at as createdAt',
  'experience_id as experienceId',
  'state',
  'visibility',
  'published_revision as publishedRevision',
  'published_at as publishedAt',
  'publish_at as publishAt',
  'withdraw_at as withdrawAt',
  'scheduled_by as scheduledBy',
  'schedule_problem as scheduleProblem',
  'schedule_problem_at as scheduleProblemAt',
  sql<string | null>`(SELECT e.slug FROM experiences AS e WHERE e.id = studio_tours.experience_id)`.as(
    'slug',
  ),
  sql<StoredSubmission | null>`(
    SELECT jsonb_build_object('revision', s.revision, 'submittedAt', s.submitted_at, 'note', s.note,
      'returnedAt', s.returned_at, 'returnNote', s.return_note)
    FROM tour_submissions AS s WHERE s.tour_id = studio_tours.id
  )`.as('submission'),
] as const;
const COLUMNS = [...SUMMARY_COLUMNS, 'draft', 'changed_by as changedBy'] as const;

export async function insertTour(
  tx: Tx,
  tour: { workspaceId: string; draft: TourDraft; changedBy: string },
): Promise<TourRow> {
  return tx
    .insertInto('studio_tours')
    .values({
      id: `t_${randomBytes(16).toString('base64url')}`,
      workspace_id: tour.workspaceId,
      draft: JSON.stringify(tour.draft),
      changed_by: tour.changedBy,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

const byPlace = (db: Db | Tx, { workspaceId, tourId }: TourPlace) =>
  db
    .selectFrom('studio_tours')
    .select(COLUMNS)
    .where('studio_tours.id', '=', tourId)
    .where('workspace_id', '=', workspaceId);

export async function findTour(db: Db | Tx, place: TourPlace): Promise<TourRow | undefined> {
  return byPlace(db, place).executeTakeFirst();
}

/** @returns null before it is published, undefined if there is no such tour */
export async function findExperienceId(
  db: Db,
  { workspaceId, tourId }: TourPlace,
): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('studio_tours')
    .select('experience_id')
    .where('id', '=', tourId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.experience_id;
}

/** Like `findTour`; other changes wait until the end of the transaction. */
export async function lockTour(tx: Tx, place: TourPlace): Promise<TourRow | undefined> {
  return byPlace(tx, place).forUpdate().executeTakeFirst();
}

/** Replaces the draft of a locked tour. */
export async function updateDraft(
  tx: Tx,
  tourId: string,
  draft: TourDraft,
  changedBy: string,
): Promise<TourRow> {
  return tx
    .updateTable('studio_tours')
    .set({
      draft: JSON.stringify(draft),
      revision: sql<number>`revision + 1`,
      changed_by: changedBy,
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', tourId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteTour(tx: Tx, { workspaceId, tourId }: TourPlace): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('studio_tours')
    .where('id', '=', tourId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Writes down what is published of a locked tour, and keeps the draft as a version; none is to be published any more. @returns the version */
export async function setPublished(
  tx: Tx,
  tourId: string,
  publication: { experienceId: number; revision: number; draft: TourDraft; publishedBy: string },
): Promise<number> {
  await tx
    .updateTable('studio_tours')
    .set({
      state: 'published',
      experience_id: publication.experienceId,
      published_revision: publication.revision,
      published_at: sql<Date>`clock_timestamp()`,
      publish_at: null,
      scheduled_by: sql<string | null>`CASE WHEN withdraw_at IS NOT NULL THEN scheduled_by END`,
      schedule_problem: null,
      schedule_problem_at: null,
    })
    .where('id', '=', tourId)
    .execute();
  const { version } = await tx
    .insertInto('studio_tour_versions')
    .values({
      tour_id: tourId,
      version: sql<number>`1 + coalesce((SELECT max(version) FROM studio_tour_versions WHERE tour_id = ${tourId}), 0)`,
      draft: JSON.stringify(publication.draft),
      published_by: publication.publishedBy,
    })
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** A withdrawal that was scheduled remains where it is to end a publication that is still to come. */
export async function setWithdrawn(tx: Tx, tourId: string): Promise<void> {
  await tx
    .updateTable('studio_tours')
    .set({
      state: 'withdrawn',
      withdraw_at: sql<Date | null>`CASE WHEN publish_at IS NOT NULL THEN withdraw_at END`,
      scheduled_by: sql<string | null>`CASE WHEN publish_at IS NOT NULL THEN scheduled_by END`,
      schedule_problem: null,
      schedule_problem_at: null,
    })
    .where('id', '=', tourId)
    .execute();
}

export async function setVisibility(tx: Tx, tourId: string, visibility: Visibility): Promise<void> {
  await tx.updateTable('studio_tours').set({ visibility }).where('id', '=', tourId).execute();
}

/** The workspace that published an experience; undefined where none did. */
export async function findWorkspaceOf(db: Db, experienceId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('studio_tours')
    .select('workspace_id')
    .where('experience_id', '=', experienceId)
    .executeTakeFirst();
  return row?.workspace_id;
}

/** A publication of a tour, with the draft as it was then. */
export interface VersionRow {
  version: number;
  draft: TourDraft;
  publishedBy: string;
  publishedAt: Date;
}

const versionsOf = (db: Db | Tx, tourId: string) =>
  db
    .selectFrom('studio_tour_versions')
    .select(['version', 'draft', 'published_by as publishedBy', 'published_at as publishedAt'])
    .where('tour_id', '=', tourId);

/** The newest first. */
export async function listVersions(db: Db, tourId: string, limit = 100): Promise<VersionRow[]> {
  return versionsOf(db, tourId).orderBy('version', 'desc').limit(limit).execute();
}

/** The draft that was published last. */
export async function findLastVersion(db: Db | Tx, tourId: string): Promise<VersionRow | undefined> {
  return versionsOf(db, tourId).orderBy('version', 'desc').limit(1).executeTakeFirst();
}

export async function findVersion(
  db: Db | Tx,
  tourId: string,
  version: number,
): Promise<VersionRow | undefined> {
  return versionsOf(db, tourId).where('version', '=', version).executeTakeFirst();
}

/** Tours without their drafts, but with the file of their start scene, the newest first. @param before the id of the last tour of the page before */
export async function listTours(
  db: Db,
  { workspaceId, before, limit }: { workspaceId: string; before: string | undefined; limit: number },
): Promise<(TourSummaryRow & { title: string; startAsset: string | null })[]> {
  let query = db
    .selectFrom('studio_tours')
    .select([
      ...SUMMARY_COLUMNS,
      sql<string>`draft ->> 'title'`.as('title'),
      sql<string | null>`jsonb_path_query_first(
        draft, '$.document.scenes[*] ? (@.id == $start).media', jsonb_build_object('start', draft #> '{document,start}')
      ) #>> '{}'`.as('startAsset'),
    ])
    .where('workspace_id', '=', workspaceId);
  if (before !== undefined) {
    query = query.where('sequence', '<', ({ selectFrom }) =>
      selectFrom('studio_tours as last')
        .select('last.sequence')
        .where('last.id', '=', before)
        .where('last.workspace_id', '=', workspaceId),
    );
  }
  return query.orderBy('sequence', 'desc').limit(limit).execute();
}

/** The titles of a workspace's tours whose drafts hold an id that occurs nowhere by chance. */
export async function findTitlesByText(tx: Tx, workspaceId: string, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('studio_tours')
    .select(sql<string>`draft ->> 'title'`.as('title'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`strpos(draft::text, ${id}) > 0`)
    .orderBy('sequence')
    .execute();
  return rows.map(({ title }) => title);
}
