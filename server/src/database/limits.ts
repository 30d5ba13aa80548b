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

/** How long work on the database may take, in milliseconds; 0 sets no bound. */
export interface DatabaseLimits {
  /** Waiting for a lock that somebody else holds. */
  lockMs: number;
  /** One statement, waiting included. */
  statementMs: number;
  /** A transaction that does nothing, for instance because the process that began it is frozen. */
  idleInTransactionMs: number;
}

/** For what a visitor waits for. The settings `DATABASE_…_TIMEOUT_MS` set other values. */
export const REQUEST_LIMITS: DatabaseLimits = {
  lockMs: 3_000,
  statementMs: 15_000,
  idleInTransactionMs: 10_000,
};

/** For work that looks at whole tables: checks, roll-ups, the maintenance of queues. */
export const BACKGROUND_LIMITS: DatabaseLimits = {
  lockMs: 10_000,
  statementMs: 1_800_000,
  idleInTransactionMs: 60_000,
};

/** For migrations, which set what they need themselves. */
export const MIGRATION_LIMITS: DatabaseLimits = { lockMs: 5_000, statementMs: 0, idleInTransactionMs: 0 };

/** The client gives up a little later than the server: then the server or the network is gone. */
const CLIENT_GRACE_MS = 5_000;

/** What pg says when its own time for a query is over. */
const CLIENT_TIMEOUT = 'Query read timeout';

/** After how long the driver stops waiting for an answer; undefined: never. */
export function clientTimeoutMs({ statementMs }: DatabaseLimits): number | undefined {
  return statementMs === 0 ? undefined : statementMs + CLIENT_GRACE_MS;
}

const entriesOf = (limits: DatabaseLimits): [name: string, milliseconds: number][] => [
  ['lock_timeout', limits.lockMs],
  ['statement_timeout', limits.statementMs],
  ['idle_in_transaction_session_timeout', limits.idleInTransactionMs],
];

/** Makes pg close a connection whose query it gave up: the answer may still come, and would be taken for the next one's. */
export function closeAfterTimeout(client: pg.ClientBase): void {
  const query: unknown = client.query;
  if (typeof query !== 'function') return;
  Object.defineProperty(client, 'query', {
    value: (...args: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(query, client, args);
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          if (error instanceof Error && error.message === CLIENT_TIMEOUT) void closeNow(client);
        });
      }
      return answer;
    },
  });
}

/** A client in the middle of a query is cut off by `end`; the pool then drops it. */
async function closeNow(client: pg.ClientBase): Promise<void> {
  if ('end' in client && typeof client.end === 'function')
    await Promise.resolve(client.end()).catch(() => undefined);
}

/**
 * A driver that bounds each transaction in the message that begins it: no further round trip, and it also holds behind a
 * pooler, which refuses these settings as startup parameters and shares one session among many clients.
 */
class BoundedDriver extends PostgresDriver {
  readonly #bounds: string;

  constructor(config: PostgresDialectConfig, limits: DatabaseLimits) {
    super(config);
    this.#bounds = entriesOf(limits)
      .map(([name, milliseconds]) => `SET LOCAL ${name} = ${milliseconds}`)
      .join('; ');
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const { isolationLevel = 'read committed', accessMode = '' } = settings;
    const begin = `START TRANSACTION ISOLATION LEVEL ${isolationLevel} ${accessMode}`;
    await connection.executeQuery(CompiledQuery.raw(`${begin}; ${this.#bounds}`));
  }
}

/** PostgreSQL whose transactions are bounded; see `boundSession` for the statements outside them. */
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
 * Bounds statements outside transactions, on a new connection, unless its role or database already does. Also pins them to
 * READ COMMITTED as transactions are: a stricter default would end some of them with a conflict.
 */
export async function boundSession(client: pg.ClientBase, limits: DatabaseLimits): Promise<void> {
  const entries = entriesOf(limits);
  await client.query(
    `SELECT set_config(name, wanted, false) FROM unnest($1::text[], $2::text[]) AS bound (name, wanted)
     WHERE current_setting(name) = '0'
     UNION ALL SELECT set_config('default_transaction_isolation', 'read committed', false)`,
    [entries.map(([name]) => name), entries.map(([, milliseconds]) => String(milliseconds))],
  );
}
