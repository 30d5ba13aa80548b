import { MAX_SCHEDULE_YEARS, type StudioTour } from '@oriel/contract';
import { type Db, inTransaction } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { type AuditActor, memberBehind, recordAudit } from '../workspaces/service.ts';
import { withCurrentLists } from './current-lists.ts';
import { requireComplete, requireNoReview, tourNotPublished } from './publication.ts';
import { setTimes, type Times } from './schedule-store.ts';
import { readTour, revisionConflict, revisionMissing, tourNotFound } from './service.ts';
import * as store from './store.ts';

const refuse = (detail: string) => new AppError(400, 'invalid_request', detail);

/** @throws {AppError} 400 `invalid_request` */
function parseTime(time: string, what: 'publication' | 'withdrawal'): Date {
  const at = new Date(time);
  const now = new Date();
  if (at <= now) throw refuse(`The time of the ${what} has passed. Please choose a later one.`);
  now.setUTCFullYear(now.getUTCFullYear() + MAX_SCHEDULE_YEARS);
  if (at > now) throw refuse(`The ${what} may be at most ${MAX_SCHEDULE_YEARS} years ahead.`);
  return at;
}

/** Times as the audit log names them. */
export const timesInAudit = ({ publishAt, withdrawAt }: Times) => ({
  publishAt: publishAt?.toISOString() ?? null,
  withdrawAt: withdrawAt?.toISOString() ?? null,
});

interface Wanted {
  /** ISO 8601; undefined leaves the time, null cancels it. */
  publishAt?: string | null | undefined;
  withdrawAt?: string | null | undefined;
}

/** What the times of a tour become. @throws {AppError} 400 `invalid_request`, 409 `tour_not_published` */
function timesAfter({ publishAt, withdrawAt }: Wanted, row: store.TourRow): Times {
  const times: Times = {
    publishAt: publishAt ? parseTime(publishAt, 'publication') : publishAt === null ? null : row.publishAt,
    withdrawAt: withdrawAt
      ? parseTime(withdrawAt, 'withdrawal')
      : withdrawAt === null
        ? null
        : row.withdrawAt,
  };
  if (times.publishAt === null && row.state !== 'published') {
    if (withdrawAt) throw tourNotPublished();
    // It was to end the publication that is cancelled.
    times.withdrawAt = null;
  }
  if (times.publishAt !== null && times.withdrawAt !== null && times.withdrawAt <= times.publishAt)
    throw refuse('The tour must be withdrawn later than it is published.');
  return times;
}

/**
 * Chooses when the draft of a tour, as it is then, is published, and when the tour is withdrawn: both as the member behind the actor.
 * Forgets why something scheduled before was not done.
 *
 * @param wanted.revision of the draft that was looked at; only for a publication
 * @throws {AppError} 400 `invalid_request`, 404 `tour_not_found`, 409 `revision_conflict`, `tour_not_published`, `review_required`,
 * 422 `tour_incomplete`, 428 `revision_missing`
 */
export async function scheduleTour(
  { db, ...setting }: { db: Db; reviewsTours: boolean },
  actor: AuditActor,
  { publishAt, withdrawAt, revision, ...place }: store.TourPlace & Wanted & { revision: number | undefined },
): Promise<StudioTour> {
  if (publishAt) requireNoReview(setting);
  const conflict = await inTransaction(db, async (tx) => {
    const locked = await store.lockTour(tx, place);
    if (locked === undefined) throw tourNotFound();
    const row = await withCurrentLists(tx, locked);
    const times = timesAfter({ publishAt, withdrawAt }, row);
    if (publishAt) {
      if (revision === undefined) throw revisionMissing();
      if (row.revision !== revision) return row;
      await requireComplete(tx, place.workspaceId, row);
    }
    await setTimes(tx, place.tourId, { ...times, scheduledBy: memberBehind(actor) });
    const [before, after] = [timesInAudit(row), timesInAudit(times)];
    if (before.publishAt === after.publishAt && before.withdrawAt === after.withdrawAt) return undefined;
    await recordAudit(tx, {
      workspaceId: place.workspaceId,
      actor,
      action: 'tour.scheduled',
      subject: { kind: 'tour', id: place.tourId },
      before,
      after,
    });
    return undefined;
  });
  if (conflict !== undefined) throw await revisionConflict(db, conflict);
  return readTour(db, place);
}
