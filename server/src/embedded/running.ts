import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { APPLICATION, connectionStringOf, credentialsOf } from './access.ts';
import { accountForPostgres, canReach } from './account.ts';
import { isAlive } from './process-identity.ts';

/** Where the cluster of a data folder lies, if there is one. */
function clusterOf(dataDir: string): string {
  if (canReach(accountForPostgres(), path.dirname(dataDir))) return path.join(dataDir, 'postgres', 'cluster');
  return path.join(readFileSync(path.join(dataDir, 'postgres.location'), 'utf8').trim(), 'cluster');
}

/** Whether a data folder holds an embedded database. */
export function hasDatabase(dataDir: string): boolean {
  try {
    return existsSync(path.join(clusterOf(dataDir), 'PG_VERSION'));
  } catch {
    return false;
  }
}

/** How to reach the embedded PostgreSQL that another process runs on a data folder; undefined where none does. */
export function runningPostgres(dataDir: string): string | undefined {
  try {
    const [pid, , , , socketFolder] = readFileSync(
      path.join(clusterOf(dataDir), 'postmaster.pid'),
      'utf8',
    ).split('\n');
    if (!socketFolder || !isAlive(Number(pid))) return undefined;
    return connectionStringOf(socketFolder, credentialsOf(dataDir), APPLICATION, 'oriel');
  } catch {
    // There is no such file: nothing runs there.
    return undefined;
  }
}
