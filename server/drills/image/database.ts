import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { APPLICATION } from '../../src/embedded/access.ts';
import { startedDatabase } from '../../src/embedded/configured-database.ts';
import { administer, databaseUrl, serverAddress } from '../../testing/administer.ts';
import { startTcpProxy } from '../../testing/tcp-proxy.ts';

/** A PostgreSQL on the machine that containers reach. */
export interface ReachableDatabase {
  /** Creates an empty database. @returns its connection string */
  create(name: string): Promise<string>;
  close(): Promise<void>;
}

/** The embedded PostgreSQL, on a port of the loopback interface: its socket is private to another account than the image's. */
export async function startReachableDatabase(folder: string): Promise<ReachableDatabase> {
  const dataDir = path.join(folder, 'database');
  mkdirSync(dataDir);
  const postgres = await startedDatabase(dataDir);
  const proxy = await startTcpProxy(serverAddress(postgres.connectionString));
  return {
    async create(name) {
      await administer(postgres.superuserUrl, `CREATE DATABASE ${name} OWNER ${APPLICATION}`);
      const url = new URL(databaseUrl(postgres.connectionString, name));
      url.search = '';
      url.hostname = '127.0.0.1';
      url.port = String(proxy.port);
      return url.href;
    },
    async close() {
      await proxy.close();
      await postgres.release();
    },
  };
}
