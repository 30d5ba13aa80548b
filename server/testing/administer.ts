import type { NetConnectOpts } from 'node:net';
import pg from 'pg';

const DEFAULT_PORT = 5432;

/** Where the server of a connection string listens. */
export function serverAddress(connectionString: string): NetConnectOpts {
  const { hostname, port, searchParams } = new URL(connectionString);
  const host = searchParams.get('host') ?? hostname;
  const number = Number(port) || DEFAULT_PORT;
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number };
}

/** The connection string of another database of the same server. */
export function databaseUrl(maintenanceUrl: string, name: string): string {
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement under a lock, since concurrent copies of the same template fail. */
export async function administer(maintenanceUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
