import { type Db, inTransaction } from '../../database/database.ts';
import { MediaRefused } from '../media/service.ts';
import { endUpload } from '../uploads/service.ts';
import * as store from './store.ts';

/** Refusals that may be wrong, as a decoder or this server has failed: an operator can have such a file prepared again. */
const DOUBTFUL: ReadonlySet<string> = new Set(['media_corrupt', 'media_work_failed']);
/** How long the pieces of such a file are kept; those of others end at once. */
const DOUBTFUL_KEPT_MS = 7 * 24 * 3_600_000;

/** Refuses a file, unless it is ready or refused, or has been deleted. @returns whether it did */
export async function refuse(
  db: Db,
  { id, upload_id }: store.MediaRow,
  { code, message }: MediaRefused,
): Promise<boolean> {
  const change = { state: 'refused', refusal_code: code, refusal_detail: message.slice(0, 500) } as const;
  return inTransaction(db, async (tx) => {
    const isRefused = await store.advance(tx, id, change);
    if (isRefused) await endUpload(tx, upload_id, DOUBTFUL.has(code) ? DOUBTFUL_KEPT_MS : 0);
    return isRefused;
  });
}

/** Refuses a file whose job has failed to the last time. */
export async function giveUp(db: Db, mediaId: string): Promise<void> {
  const row = await store.findById(db, mediaId);
  if (row !== undefined) await refuse(db, row, new MediaRefused('media_work_failed'));
}
