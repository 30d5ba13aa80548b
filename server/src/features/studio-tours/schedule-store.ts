import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { TourPlace } from './store.ts';

/** What may be scheduled for a tour. */
export type ScheduledKind = 'publish' | 'withdraw';

/** When a tour is published and withdrawn; null for never. */
export interface Times {
  publishAt: Date | null;
  withdrawAt: Date | null;
}

/** Something that is to be done now. */
export interface DueRow {
  place: TourPlace;
  kind: ScheduledKind;
  at: Date;
  /** The member who chose the time. */
  scheduledBy: string;
}

/** The most tours of one run; the next run takes the others. */
const MOST = 100;

/** The tours whose time has come, the earliest first. */
export async function findDue(db: Db, kind: ScheduledKind): Promise<DueRow[]> {
  const column = kind === 'publish' ? 'publish_at' : 'withdraw_at';
  const rows = await db
    .selectFrom('studio_tours')
    .select(['id', 'workspace_id', 'scheduled_by', `${column} as at`])
    .where(column, '<=', sql<Date>`clock_timestamp()`)
    .orderBy(column)
    .limit(MOST)
    .execute();
  return rows.flatMap(({ id, workspace_id, scheduled_by, at }) =>
    at === null || scheduled_by === null
      ? []
      : [{ place: { workspaceId: workspace_id, tourId: id }, kind, at, scheduledBy: scheduled_by }],
  );
}

/** Writes the times of a locked tour. @param problem why what was scheduled was not done; undefined forgets the last one */
export async function setTimes(
  tx: Tx,
  tourId: string,
  { publishAt, withdrawAt, scheduledBy }: Times & { scheduledBy: string | null },
  problem?: string,
): Promise<void> {
  await tx
    .updateTable('studio_tours')
    .set({
      publish_at: publishAt,
      withdraw_at: withdrawAt,
      scheduled_by: publishAt === null && withdrawAt === null ? null : scheduledBy,
      schedule_problem: problem ?? null,
      schedule_problem_at: problem === undefined ? null : sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', tourId)
    .execute();
}
