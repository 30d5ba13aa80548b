import type { Logger } from 'pino';
import type { Db } from '../../database/database.ts';
import { inTransaction } from '../../database/database.ts';
import type { Storage } from '../../gateways/storage.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import * as store from './store.ts';
import { removePreview } from './take-in.ts';

/** Gives files whose job is lost another one, and removes what is stored of deleted files. */
export async function tidyMedia({
  db,
  storage,
  jobs,
  log,
  isStopping = () => false,
}: {
  db: Db;
  storage: Storage;
  jobs: Jobs;
  log: Logger;
  isStopping?: () => boolean;
}): Promise<void> {
  const unfinished = (await store.findUnfinished(db)).map((mediaId) => ({ mediaId }));
  const lost = await jobs.findLost(db, 'media', unfinished);
  if (lost.length > 0) {
    log.warn({ media: lost.map(({ mediaId }) => mediaId) }, 'files without a job are given one');
    await inTransaction(db, (tx) => jobs.add(tx, 'media', ...lost));
  }
  for (const id of await store.findRemovals(db)) {
    if (isStopping()) return;
    await removePreview(storage, id);
    await store.deleteRemoval(db, id);
  }
}
