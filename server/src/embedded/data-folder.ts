import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Account, canReach } from './account.ts';

/** Where data and binaries go when PostgreSQL's account cannot reach the place that was asked for. */
export const SHARED_STATE = '/var/lib/oriel';

function makeFor(account: Account | undefined, folder: string, mode: number): string {
  mkdirSync(folder, { recursive: true, mode });
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Lets others pass through the data folder to a place that they know and may enter, without seeing what is in it. */
function openForPassing(dataDir: string): void {
  chmodSync(dataDir, statSync(dataDir).mode | 0o011);
}

/**
 * The folder that holds PostgreSQL's cluster, owned by its account: `DATA_DIR/postgres`.
 *
 * As root, below a private folder such as `/root`, PostgreSQL's account cannot get there. The cluster then lies in
 * `/var/lib/oriel/<id>`, and `DATA_DIR/postgres.location` names it; without that file a new one begins.
 */
export function clusterParent(dataDir: string, account: Account | undefined): string {
  if (canReach(account, path.dirname(dataDir))) {
    if (!canReach(account, dataDir)) openForPassing(dataDir);
    return makeFor(account, path.join(dataDir, 'postgres'), 0o700);
  }
  const pointer = path.join(dataDir, 'postgres.location');
  if (!existsSync(pointer)) {
    writeFileSync(pointer, `${path.join(SHARED_STATE, randomUUID())}\n`, { mode: 0o600, flush: true });
  }
  mkdirSync(SHARED_STATE, { recursive: true, mode: 0o755 });
  return makeFor(account, readFileSync(pointer, 'utf8').trim(), 0o700);
}
