import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import {
  BoundedDialect,
  boundSession,
  clientTimeoutMs,
  closeAfterTimeout,
  type DatabaseLimits,
  REQUEST_LIMITS,
} from './limits.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** What `openDatabase` needs to know. */
export interface DatabaseOptions {
  /** Where PostgreSQL is, as an address or as the folder of its Unix socket. */
  connectionString: string;
  poolSize: number;
  /** How long work may take; by default what a visitor would wait. */
  limits?: DatabaseLimits;
  /** Told when an idle connection breaks, for instance because PostgreSQL restarted; the pool replaces it by itself. */
  onConnectionLost?: (error: Error) => void;
}

/** 64-bit integers arrive as text; ours (counts, sums) fit a number, and one that does not must not pass as another. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a 64-bit integer exceeds the safe range');
  return value;
}

const parsers = new Map<number, (text: string) => unknown>([[pg.types.builtins.INT8, parseBigint]]);

/** Opens a pool of connections; none is made before the first query. End it with `db.destroy()`. */
export function openDatabase(options: DatabaseOptions): Db {
  const { limits = REQUEST_LIMITS } = options;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: clientTimeoutMs(limits),
    // The pool waits for it, and throws away a connection for which it fails.
    onConnect: async (client: pg.ClientBase) => {
      // A connection that breaks while it is lent out, between two queries, would otherwise end the process.
      client.on('error', () => undefined);
      closeAfterTimeout(client);
      await boundSession(client, limits);
    },
    application_name: 'oriel',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
    },
  });
  pool.on('error', (error) => options.onConnectionLost?.(error));
  return new Kysely<Schema>({ dialect: new BoundedDialect({ pool }, limits) });
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS = 5;

/** The SQLSTATE of an error of the database, if it is one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Runs `work` in one transaction and commits when it returns. A transaction that the database gave up because of
 * others is run again, up to five times, so `work` must do nothing outside the database that cannot be repeated.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const state = sqlState(error);
      if ((state !== SERIALIZATION_FAILURE && state !== DEADLOCK) || attempt === ATTEMPTS) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}
