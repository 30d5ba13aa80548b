import { chownSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { accountForPostgres } from '../src/embedded/account.ts';
import { clusterParent } from '../src/embedded/data-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded/postgres.ts';
import { createDataDir } from './data-dir.ts';

export interface Standby extends EmbeddedPostgres {
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts a hot standby: a real PostgreSQL in recovery, which serves reads and refuses changes until `SELECT pg_promote()`.
 * It is a copy of a server that was shut down, and follows no other.
 *
 * @param template the data folder of a stopped server
 */
export async function startStandby(template: string): Promise<Standby> {
  const dataDir = createDataDir(template);
  const account = accountForPostgres();
  const signal = path.join(clusterParent(dataDir, account), 'cluster', 'standby.signal');
  writeFileSync(signal, '');
  if (account !== undefined) chownSync(signal, account.uid, account.gid);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, report: () => undefined });
  return {
    ...postgres,
    async close() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
