import { isPermitted } from '@oriel/contract';
import { inTransaction, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { findMember } from '../accounts/service.ts';
import { findRoles, recordAudit } from '../workspaces/service.ts';
import { type Occasion, type PublicationDependencies, publishDraft, withdrawTour } from './publication.ts';
import { timesInAudit } from './schedule.ts';
import { type DueRow, findDue, setTimes } from './schedule-store.ts';
import * as store from './store.ts';

/** Somebody else has done it, cancelled it or chosen another time. */
class NotDue extends Error {
  override name = 'NotDue';
}

/** How often a draft that is changed meanwhile is begun with again; the next run goes on. */
const ATTEMPTS = 3;

function isDue(row: store.TourRow, { kind, at, scheduledBy }: DueRow): boolean {
  const time = kind === 'publish' ? row.publishAt : row.withdrawAt;
  return time?.getTime() === at.getTime() && row.scheduledBy === scheduledBy;
}

/** @throws {AppError} 403 `not_permitted` */
async function requirePermitted(tx: Tx, { scheduledBy, place }: DueRow): Promise<void> {
  const member = await findMember(tx, scheduledBy);
  const maySignIn = member?.blocked_at === null && member.ownership_asked_at === null;
  if (maySignIn && isPermitted('tour.publish', await findRoles(tx, scheduledBy, place.workspaceId))) return;
  throw new AppError(403, 'not_permitted', 'The person who chose the time may no longer publish.');
}

/** Publishes or withdraws like a request of the member who chose the time. */
async function perform(dependencies: PublicationDependencies, due: DueRow, revision: number): Promise<void> {
  const { place, kind, scheduledBy } = due;
  const scheduled: Occasion = {
    audit: { isScheduled: true },
    async check(tx, row) {
      // The row is locked: of two processes, the second finds nothing to do.
      if (!isDue(row, due)) throw new NotDue();
      await requirePermitted(tx, due);
      // A publication that could not be done before its end is not done after it.
      if (kind === 'withdraw')
        await setTimes(tx, place.tourId, { publishAt: null, withdrawAt: null, scheduledBy });
    },
  };
  const actor = { kind: 'member', id: scheduledBy } as const;
  if (kind === 'publish') await publishDraft(dependencies, actor, { ...place, revision }, scheduled);
  else await withdrawTour(dependencies, actor, place, scheduled);
}

/**
 * Clears what cannot be done, and keeps why for the studio.
 *
 * @param revision of the draft that could not be published
 * @returns whether that is settled; false where the draft has been changed since
 */
async function giveUp(
  { db }: PublicationDependencies,
  due: DueRow,
  revision: number,
  { code, message }: AppError,
): Promise<boolean> {
  const { place, kind, scheduledBy } = due;
  return inTransaction(db, async (tx) => {
    const row = await store.lockTour(tx, place);
    if (row === undefined || !isDue(row, due)) return true;
    if (kind === 'publish' && row.revision !== revision) return false;
    // What visitors see now still ends when it was to end.
    const isStillToEnd = kind === 'publish' && row.state === 'published' && code !== 'not_permitted';
    const times = { publishAt: null, withdrawAt: isStillToEnd ? row.withdrawAt : null };
    const done = kind === 'publish' ? 'published' : 'withdrawn';
    await setTimes(tx, row.id, { ...times, scheduledBy }, `The tour was not ${done} at its time. ${message}`);
    await recordAudit(tx, {
      workspaceId: place.workspaceId,
      actor: { kind: 'job', id: 'scheduled-publication' },
      action: 'tour.schedule-failed',
      subject: { kind: 'tour', id: row.id },
      before: { ...timesInAudit(row), scheduledBy },
      after: { ...timesInAudit(times), reason: code },
    });
    return true;
  });
}

async function keepSchedule(dependencies: PublicationDependencies, due: DueRow): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = await store.findTour(dependencies.db, due.place);
    if (row === undefined) return;
    try {
      return await perform(dependencies, due, row.revision);
    } catch (error) {
      if (error instanceof NotDue) return;
      // What the server itself lacks at the moment is tried again by the next run.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      if (error.code === 'revision_conflict') continue;
      if (await giveUp(dependencies, due, row.revision, error)) return;
    }
  }
}

/**
 * Publishes and withdraws the tours whose time has come, each in a transaction of its own. Safe in several processes at once.
 *
 * @param onFailure called for each tour that the next run has to try again
 */
export async function keepSchedules(
  dependencies: PublicationDependencies,
  isStopping: () => boolean,
  onFailure: (tourId: string, error: unknown) => void,
): Promise<void> {
  // First what is to be published, since its end may have come, too.
  for (const kind of ['publish', 'withdraw'] as const) {
    for (const due of await findDue(dependencies.db, kind)) {
      if (isStopping()) return;
      await keepSchedule(dependencies, due).catch((error: unknown) => onFailure(due.place.tourId, error));
    }
  }
}
