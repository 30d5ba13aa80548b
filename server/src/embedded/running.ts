import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { APPLICATION, type Credentials, connectionStringOf, credentialsOf } from './access.ts';
import { accountForPostgres, canReach } from './account.ts';
import { isAlive } from './process-identity.ts';

/** The folder of a data folder's cluster. @throws {Error} where its location cannot be read */
export function clusterOf(dataDir: string): string {
  if (canReach(accountForPostgres(), path.dirname(dataDir))) return path.join(dataDir, 'postgres', 'cluster');
  return path.join(readFileSync(path.join(dataDir, 'postgres.location'), 'utf8').trim(), 'cluster');
}

/** Whether a data folder has an embedded database. */
export function hasDatabase(dataDir: string): boolean {
  try {
    return existsSync(path.join(clusterOf(dataDir), 'PG_VERSION'));
  } catch {
    return false;
  }
}

/**
 * The connection string of the embedded PostgreSQL that another process runs on a data folder, if any.
 *
 * @param role by default that of the application, for its database
 */
export function runningPostgres(
  dataDir: string,
  { role = APPLICATION, database = 'oriel' }: { role?: keyof Credentials; database?: string } = {},
): string | undefined {
  try {
    const [pid, , , , socketFolder] = readFileSync(
      path.join(clusterOf(dataDir), 'postmaster.pid'),
      'utf8',
    ).split('\n');
    if (!socketFolder || !isAlive(Number(pid))) return undefined;
    return connectionStringOf(socketFolder, credentialsOf(dataDir), role, database);
  } catch {
    // No pid file: not running.
    return undefined;
  }
}
