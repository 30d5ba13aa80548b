import type { Tx } from '../../../database/database.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { recordAudit } from '../../workspaces/service.ts';
import { replaceAssetInDrafts } from '../list-store.ts';
import { findWaitingWith, setReturned } from './submission-store.ts';

/** What who submitted a tour is told. */
const BLURRED_SINCE =
  'A picture of this tour was blurred after it was submitted. Please look at the draft and submit it again.';

/** A picture of a workspace, and the one that blur has made of it. */
export interface ReplacedPicture {
  workspaceId: string;
  asset: string;
  by: string;
  /** The id of the member whose decision it is; empty where they have left. */
  changedBy: string;
}

/**
 * Lets the drafts of a workspace name the picture that blur has made. What was submitted with the old one is sent back: nobody
 * may publish what is to be hidden, nor what no reviewer has looked at.
 */
export async function replacePicture(jobs: Jobs, tx: Tx, picture: ReplacedPicture): Promise<void> {
  const { workspaceId, asset, changedBy } = picture;
  // Locks the tours: who submits one at the same time waits, and so names the new picture.
  await replaceAssetInDrafts(tx, picture);
  for (const { tourId, revision, submittedBy } of await findWaitingWith(tx, { workspaceId, asset })) {
    await setReturned(tx, { tourId, memberId: changedBy, note: BLURRED_SINCE });
    await recordAudit(tx, {
      workspaceId,
      actor: { kind: 'job', id: 'privacy' },
      action: 'tour.returned',
      subject: { kind: 'tour', id: tourId },
      after: { revision },
    });
    await jobs.add(tx, 'mail', { kind: 'tour-returned', tourId, memberId: submittedBy });
  }
}
