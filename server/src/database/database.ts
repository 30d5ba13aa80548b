import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { timeLeftMs } from '../deadline.ts';
import { isTracing } from '../tracing/tracing.ts';
import { ColumnChanges, type Columns } from './changes.ts';
import { watchConnection, watchReleases } from './connections.ts';
import {
  BoundedDialect,
  boundByDeadlines,
  boundSession,
  clientTimeoutMs,
  type DatabaseLimits,
  REQUEST_LIMITS,
} from './limits.ts';
import { isUnusableStatement, PreparedStatements } from './prepared-statements.ts';
import { retryReads } from './read-retry.ts';
import type { Schema } from './schema.ts';
import { traceStatement } from './statement-spans.ts';

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The options of `openDatabase`. */
export interface DatabaseOptions {
  /** A URL, or the folder of a Unix socket. */
  connectionString: string;
  poolSize: number;
  /** `REQUEST_LIMITS` by default. */
  limits?: DatabaseLimits;
  /** Whether statements are prepared under names; true by default. */
  preparesStatements?: boolean;
  /** Called when an idle connection breaks, for example because PostgreSQL restarted. The pool replaces it. */
  onConnectionLost?: (error: Error) => void;
}

/** 64-bit integers arrive as text. Counts and sums fit a number; others must not be rounded silently. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a 64-bit integer exceeds the safe range');
  return value;
}

/** PostgreSQL's `text[]`, whose type pg does not name. */
const TEXT_ARRAY = 1009;
const parseAnyTextArray: (text: string) => string[] = pg.types.getTypeParser(TEXT_ARRAY as number);

const NEEDS_FULL_PARSER = /[\\{]|NULL/;
const QUOTED_OR_PLAIN = /"[^"]*"|[^,"]+/g;

/** Most lists are short and without escapes, and pg's parser, which goes character by character, takes long for them. */
export function parseTextArray(text: string): string[] {
  const elements = text.slice(1, -1);
  if (elements === '') return [];
  if (text[0] !== '{' || NEEDS_FULL_PARSER.test(elements)) return parseAnyTextArray(text);
  if (!elements.includes('"')) return elements.split(',');
  const found = elements.match(QUOTED_OR_PLAIN) ?? [];
  return found.map((element) => (element.startsWith('"') ? element.slice(1, -1) : element));
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, parseBigint],
  [TEXT_ARRAY, parseTextArray],
]);

/** Opens a connection pool, which connects at the first query. Close it with `db.destroy()`. */
export function openDatabase(options: DatabaseOptions): Db {
  const { limits = REQUEST_LIMITS, preparesStatements = true } = options;
  const statements = new PreparedStatements();
  const settings: pg.ClientConfig = {
    connectionString: options.connectionString,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    // A server that is gone without a word is noticed within half a minute, not after two hours.
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: clientTimeoutMs(limits),
    application_name: 'oriel',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
    },
  };
  /** A connection beside the pool; its caller ends it. */
  const openAnother = async (): Promise<pg.Client> => {
    const connectMs = Math.min(limits.connectMs, Math.max(1, Math.floor(timeLeftMs())));
    const client = new pg.Client({ ...settings, connectionTimeoutMillis: connectMs });
    client.on('error', () => undefined);
    await client.connect();
    boundByDeadlines(client, limits);
    try {
      await boundSession(client, { ...limits, connectMs });
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    return client;
  };
  const pool = new pg.Pool({
    ...settings,
    max: options.poolSize,
    idleTimeoutMillis: 60_000,
    // The pool awaits this, and drops the connection if it fails.
    onConnect: async (client: pg.ClientBase) => {
      // Otherwise a checked-out connection that breaks between two queries would crash the process.
      client.on('error', () => undefined);
      watchConnection(client);
      await boundSession(client, limits);
      boundByDeadlines(client, limits);
      if (preparesStatements) statements.attachTo(client);
      retryReads(client, openAnother);
    },
  });
  watchReleases(pool);
  pool.on('error', (error) => options.onConnectionLost?.(error));
  const changes = new ColumnChanges();
  const db = new Kysely<Schema>({
    dialect: new BoundedDialect({ pool }, limits),
    plugins: [changes.plugin],
    ...(isTracing() && { log: traceStatement }),
  });
  changesOf.set(db, changes);
  poolOf.set(db, pool);
  return db;
}

const changesOf = new WeakMap<Db, ColumnChanges>();
const poolOf = new WeakMap<Db, pg.Pool>();

/** Whether all connections of the pool are in use, and work waits for one. */
export function isExhausted(db: Db): boolean {
  const pool = poolOf.get(db);
  return pool !== undefined && pool.waitingCount > 0 && pool.totalCount >= pool.options.max;
}

/** How many connections of the pool work, how many it may open, and how much work waits for one. */
export function poolUse(db: Db): { max: number; used: number; waiting: number } {
  const pool = poolOf.get(db);
  if (pool === undefined) return { max: 0, used: 0, waiting: 0 };
  const { totalCount, idleCount, waitingCount, options } = pool;
  return { max: options.max, used: totalCount - idleCount, waiting: waitingCount };
}

/** Calls `onChange` after each change that `db` makes to the columns; see `ColumnChanges`. */
export function onColumnChange(db: Db, columns: Columns, onChange: () => void): void {
  changesOf.get(db)?.watch(columns, onChange);
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS = 5;
const ASYNCHRONOUS = CompiledQuery.raw('SET LOCAL synchronous_commit = off');

/** The SQLSTATE of a database error; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Runs `work` in a transaction and commits when it returns. Serialization failures, deadlocks and prepared statements that a
 * change of the schema made unusable are retried, up to five attempts, so effects of `work` outside the database must be safe to repeat.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const changes = changesOf.get(db);
      if (changes === undefined) return await db.transaction().execute(work);
      return await changes.around((observe) => db.transaction().execute((tx) => work(observe(tx))));
    } catch (error) {
      const state = sqlState(error);
      const isRepeatable =
        state === SERIALIZATION_FAILURE || state === DEADLOCK || isUnusableStatement(error);
      if (!isRepeatable || attempt === ATTEMPTS) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/**
 * As `inTransaction`, for what the second before a crash of PostgreSQL may take with it: the commit waits neither for the disk nor for a
 * standby. See decision 47 for what may use it.
 */
export function inLossyTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx.executeQuery(ASYNCHRONOUS);
    return work(tx);
  });
}
