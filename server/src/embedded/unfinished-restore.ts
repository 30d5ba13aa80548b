import { existsSync } from 'node:fs';
import path from 'node:path';

/** Exists in a data folder while a backup is restored into it. */
export const UNFINISHED_RESTORE = 'restore.unfinished';

/** @throws {Error} when a restore into a data folder was interrupted: a start would create an empty database in it */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(path.join(dataDir, UNFINISHED_RESTORE)))
    throw new Error(`A restore into ${dataDir} was interrupted. Run "npm run restore" again.`);
}
