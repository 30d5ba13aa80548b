import pg from 'pg';
import { type Db, openDatabase } from '../src/database/database.ts';

/** Works on a database from outside the processes that use it. */
export async function withDatabase<T>(connectionString: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ connectionString, poolSize: 2 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Works with one connection, which may break at any time. @throws {Error} when it cannot be opened, or breaks during a query */
export async function withClient<T>(
  options: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(options);
  // A connection that breaks between two queries is reported here alone, and would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
