import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';

/** In the text of a statement whose best plan depends on its values: it is planned each time. */
export const PLAN_EACH_TIME = '/* plan each time */';

/** How many statements a connection prepares; PostgreSQL keeps a plan of each, some ten kilobytes. */
const MAX_PREPARED = 150;
/** How many texts are remembered. */
const MAX_TEXTS = 1_000;

const CHANGED_RESULT_TYPE = '0A000';
const UNKNOWN_NAME = '26000';
const NAME_IN_USE = '42P05';

/** A statement under a name that is the same for the same text in every process, so that a name never runs another one. */
interface PreparedStatement {
  name: string;
  text: string;
}

function isMissing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === UNKNOWN_NAME || error.code === NAME_IN_USE);
}

function isOutdated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === CHANGED_RESULT_TYPE &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/** Whether PostgreSQL refused a prepared statement before it ran; it is not used again. */
export function isUnusableStatement(error: unknown): boolean {
  return isMissing(error) || isOutdated(error);
}

function named(text: string): PreparedStatement {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
}

/** The parts of pg's connection that its types lack. */
type Connection = pg.Connection & { parsedStatements: Record<string, string> };

/**
 * Prepares the statements of a pool from their second use on, under names, so that each connection parses and plans them
 * once. PgBouncer carries the names in transaction mode where its `max_prepared_statements` is not 0. Behind a pooler that
 * does not carry them, the first failure ends the preparing.
 */
export class PreparedStatements {
  /** By text; undefined for those that are not prepared. */
  readonly #statements = new LRUCache<string, { prepared: PreparedStatement | undefined }>({
    max: MAX_TEXTS,
  });
  readonly #maxPrepared: number;
  #areCarried = true;

  /** @param maxPrepared how many statements each connection keeps */
  constructor(maxPrepared = MAX_PREPARED) {
    this.#maxPrepared = maxPrepared;
  }

  /** Prepares the statements of a new connection. */
  attachTo(client: pg.ClientBase): void {
    const connection = (client as pg.Client).connection as Connection;
    const names = new LRUCache<string, true>({
      max: this.#maxPrepared,
      dispose: (_, name, reason) => {
        if (reason !== 'evict') return;
        // Sent with the next statement, and acknowledged before it.
        connection.close({ type: 'S', name }, true);
        delete connection.parsedStatements[name];
      },
    });
    const original: unknown = client.query;
    if (typeof original !== 'function') return;
    const query = (...args: unknown[]): unknown => Reflect.apply(original, client, args);
    Object.defineProperty(client, 'query', {
      configurable: true,
      value: (...args: unknown[]): unknown => {
        const [text, values] = args;
        const mayBePrepared =
          args.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0;
        const prepared = mayBePrepared ? this.#prepared(text) : undefined;
        if (prepared === undefined || typeof text !== 'string') return query(...args);
        names.set(prepared.name, true);
        const isInTransaction = client.getTransactionStatus() !== 'I';
        return Promise.resolve(query({ ...prepared, values })).catch((error: unknown) => {
          if (isMissing(error)) this.#areCarried = false;
          else if (isOutdated(error)) this.#replace(text, prepared);
          else throw error;
          // It did not run. A transaction has failed all the same, and is repeated as a whole (see `inTransaction`).
          if (isInTransaction) throw error;
          return query(text, values);
        });
      },
    });
  }

  #prepared(text: string): PreparedStatement | undefined {
    if (!this.#areCarried) return undefined;
    const statement = this.#statements.get(text);
    if (statement === undefined) {
      this.#statements.set(text, { prepared: undefined });
      return undefined;
    }
    if (statement.prepared === undefined && !text.includes(PLAN_EACH_TIME)) statement.prepared = named(text);
    return statement.prepared;
  }

  /** Gives a statement another name, on all connections; a pooler would answer the old one from its cache. */
  #replace(text: string, outdated: PreparedStatement): void {
    const statement = this.#statements.get(text);
    if (statement?.prepared === outdated) statement.prepared = named(`${outdated.text} `);
  }
}
