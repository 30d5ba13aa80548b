import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { beforeDeadline, DeadlineError, timeLeftMs, withoutDeadline } from '../deadline.ts';

/** Timeouts in milliseconds. Except for `connectMs` they are PostgreSQL's, and 0 disables one. */
export interface DatabaseLimits {
  /** Waiting for a connection of the pool, or for a new one to be established. */
  connectMs: number;
  /** Waiting for a lock. */
  lockMs: number;
  /** One statement, waiting included. */
  statementMs: number;
  /** An idle transaction, for example of a suspended process. */
  idleInTransactionMs: number;
}

/** For requests. The settings `DATABASE_…_TIMEOUT_MS` override them. */
export const REQUEST_LIMITS: DatabaseLimits = {
  connectMs: 5_000,
  lockMs: 3_000,
  statementMs: 10_000,
  idleInTransactionMs: 10_000,
};

/**
 * For work on whole tables: checks and roll-ups. A connection that is lost without a word holds it up for a quarter of an hour, so
 * nothing else may use these.
 */
export const BACKGROUND_LIMITS: DatabaseLimits = {
  connectMs: 10_000,
  lockMs: 10_000,
  statementMs: 1_800_000,
  idleInTransactionMs: 60_000,
};

/** For migrations, which set their own timeouts. */
export const MIGRATION_LIMITS: DatabaseLimits = {
  connectMs: 10_000,
  lockMs: 5_000,
  statementMs: 0,
  idleInTransactionMs: 0,
};

/** The client times out later than the server, only when the server or the network is down. */
const CLIENT_GRACE_MS = 3_000;

/** The client-side query timeout; undefined without a statement timeout. */
export function clientTimeoutMs({ statementMs }: DatabaseLimits): number | undefined {
  return statementMs === 0 ? undefined : statementMs + CLIENT_GRACE_MS;
}

/** After how many milliseconds a request is answered, whatever it waits for: as long as one statement may take. */
export const answerWithinMs = ({ statementMs }: DatabaseLimits): number => statementMs + CLIENT_GRACE_MS;

const entriesOf = (limits: DatabaseLimits): [name: string, milliseconds: number][] => [
  ['lock_timeout', limits.lockMs],
  ['statement_timeout', limits.statementMs],
  ['idle_in_transaction_session_timeout', limits.idleInTransactionMs],
];

const boundsOf = (limits: DatabaseLimits) =>
  entriesOf(limits)
    .map(([name, milliseconds]) => `SET LOCAL ${name} = ${milliseconds}`)
    .join('; ');

type PooledConnection = Parameters<PostgresDriver['releaseConnection']>[0];

/**
 * Sets the timeouts of each transaction in the message that begins it. That costs no round trip, and also works behind a
 * pooler, which rejects these settings as startup parameters and shares a session among clients.
 */
class BoundedDriver extends PostgresDriver {
  readonly #limits: DatabaseLimits;
  readonly #bounds: string;

  constructor(config: PostgresDialectConfig, limits: DatabaseLimits) {
    super(config);
    this.#limits = limits;
    this.#bounds = boundsOf(limits);
  }

  override async acquireConnection(
    ...args: Parameters<PostgresDriver['acquireConnection']>
  ): ReturnType<PostgresDriver['acquireConnection']> {
    const acquired = super.acquireConnection(...args);
    // To connect takes `connectMs` at most, and so does what follows it.
    if (timeLeftMs() > 2 * this.#limits.connectMs) return acquired;
    return beforeDeadline(acquired).catch((error: unknown) => {
      if (error instanceof DeadlineError)
        acquired.then((late) => this.releaseConnection(late as PooledConnection)).catch(() => undefined);
      throw error;
    });
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const { isolationLevel = 'read committed', accessMode = '' } = settings;
    const begin = `START TRANSACTION ISOLATION LEVEL ${isolationLevel} ${accessMode}`;
    const { statementMs } = this.#limits;
    const left = Math.ceil(timeLeftMs());
    const bounds =
      left < statementMs ? boundsOf({ ...this.#limits, statementMs: Math.max(1, left) }) : this.#bounds;
    await connection.executeQuery(CompiledQuery.raw(`${begin}; ${bounds}`));
  }

  /** Otherwise the connection could not be used again. */
  override rollbackTransaction(...args: Parameters<PostgresDriver['rollbackTransaction']>): Promise<void> {
    return withoutDeadline(() => super.rollbackTransaction(...args));
  }
}

/** PostgreSQL with timeouts for transactions; see `boundSession` for statements outside of them. */
export class BoundedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #limits: DatabaseLimits;

  constructor(config: PostgresDialectConfig, limits: DatabaseLimits) {
    super(config);
    this.#config = config;
    this.#limits = limits;
  }

  override createDriver(): Driver {
    return new BoundedDriver(this.#config, this.#limits);
  }
}

/**
 * Sets the timeouts for statements outside transactions on a new connection, unless its role or database does. Also sets
 * READ COMMITTED, as for transactions: with a stricter default some statements would fail with conflicts.
 */
export async function boundSession(client: pg.ClientBase, limits: DatabaseLimits): Promise<void> {
  const entries = entriesOf(limits);
  const bounding = {
    text: `SELECT set_config(name, wanted, false) FROM unnest($1::text[], $2::text[]) AS bound (name, wanted)
     WHERE current_setting(name) = '0'
     UNION ALL SELECT set_config('default_transaction_isolation', 'read committed', false)`,
    values: [entries.map(([name]) => name), entries.map(([, milliseconds]) => String(milliseconds))],
    query_timeout: limits.connectMs,
  };
  await client.query(bounding);
}

/**
 * Ends each query of a connection with the deadline of the request that sends it. The server hears of that only at the
 * beginning of a transaction: pg closes the connection.
 */
export function boundByDeadlines(client: pg.ClientBase, limits: DatabaseLimits): void {
  const usualMs = clientTimeoutMs(limits) ?? Number.POSITIVE_INFINITY;
  const query: unknown = client.query;
  if (typeof query !== 'function') return;
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: (...args: unknown[]): unknown => {
      const left = timeLeftMs();
      if (left >= usualMs) return Reflect.apply(query, client, args);
      if (left <= 0) return Promise.reject(new DeadlineError());
      const [text, values] = args;
      const config = typeof text === 'string' ? { text, values } : text;
      return Reflect.apply(query, client, [Object.assign({ query_timeout: Math.ceil(left) }, config)]);
    },
  });
}
