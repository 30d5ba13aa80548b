import type { TourDraft } from '@oriel/contract';
import type { Db, Tx } from '../../database/database.ts';
import { findSuccessors } from '../privacy-checks/service.ts';
import { draftAssets } from './draft.ts';

/**
 * A draft that names the pictures which blur has made of those that it named, also where an old version of it comes back or its
 * sender has not heard of the blur yet.
 */
export async function withCurrentFiles(
  db: Db | Tx,
  workspaceId: string,
  draft: TourDraft,
): Promise<TourDraft> {
  const successors = await findSuccessors(db, workspaceId, draftAssets(draft));
  if (successors.size === 0) return draft;
  return JSON.parse(JSON.stringify(draft), (_, value: unknown) =>
    typeof value === 'string' ? (successors.get(value) ?? value) : value,
  );
}
