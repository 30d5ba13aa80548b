import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Account, canReach } from './account.ts';

/** Holds data and binaries where PostgreSQL's account cannot access `DATA_DIR`. */
export const SHARED_STATE = '/var/lib/oriel';

function makeOwnedFolder(account: Account | undefined, folder: string, mode: number): string {
  mkdirSync(folder, { recursive: true, mode });
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Lets other accounts traverse the data folder without listing it. */
function allowTraversal(dataDir: string): void {
  chmodSync(dataDir, statSync(dataDir).mode | 0o011);
}

/**
 * Creates the folder of PostgreSQL's cluster, owned by its account: `DATA_DIR/postgres`.
 *
 * For root with a `DATA_DIR` below a private folder such as `/root`, which PostgreSQL's account cannot access, it is
 * `/var/lib/oriel/<id>`, and `DATA_DIR/postgres.location` names it. Without that file a new one is created.
 */
export function clusterParent(dataDir: string, account: Account | undefined): string {
  if (canReach(account, path.dirname(dataDir))) {
    if (!canReach(account, dataDir)) allowTraversal(dataDir);
    return makeOwnedFolder(account, path.join(dataDir, 'postgres'), 0o700);
  }
  const pointer = path.join(dataDir, 'postgres.location');
  if (!existsSync(pointer)) {
    writeFileSync(pointer, `${path.join(SHARED_STATE, randomUUID())}\n`, { mode: 0o600, flush: true });
  }
  mkdirSync(SHARED_STATE, { recursive: true, mode: 0o755 });
  return makeOwnedFolder(account, readFileSync(pointer, 'utf8').trim(), 0o700);
}
