import type { TourDraft } from '@oriel/contract';
import type { Tx } from '../../database/database.ts';
import { type PlanTable, requireRoom } from '../plans/service.ts';
import { countTours } from './list-store.ts';

const scenesOf = (draft: TourDraft | undefined) => draft?.document?.scenes.length ?? 0;

/**
 * Holds a draft against the plan of its workspace. What a workspace has beyond its plan stays, and may be changed.
 *
 * @param change.before undefined for a new tour
 * @throws {AppError} 409 `quota_reached`
 */
export async function requireTourRoom(
  tx: Tx,
  plans: PlanTable,
  workspaceId: string,
  { before, after }: { before: TourDraft | undefined; after: TourDraft },
): Promise<void> {
  const added = {
    tours: before === undefined ? 1 : 0,
    scenes: scenesOf(after) - scenesOf(before),
  };
  await requireRoom(tx, plans, workspaceId, { added, readUse: () => countTours(tx, workspaceId) });
}
