import pg from 'pg';

/** The message of pg's own query timeout. */
const CLIENT_TIMEOUT = 'Query read timeout';
const READ_ONLY = '25006';
/** A standby refuses even reads of unlogged tables, in the planner. */
const UNSUPPORTED = '0A000';
const PLANNER = 'get_relation_info';

/** Connections to a server that only reads. It may have been the primary, and a new connection may lead to its successor. */
const readOnly = new WeakSet<pg.ClientBase>();

/** Whether the server refused a statement because it only reads: a standby, or a primary that has been demoted. */
export function isReadOnlyFailure(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === READ_ONLY || (error.code === UNSUPPORTED && error.routine === PLANNER);
}

/**
 * Watches for failures after which a connection must not be used again: pg's own query timeout closes it, since a late
 * result would be taken for that of the next query; others are remembered until `watchReleases` sees the connection.
 */
export function watchConnection(client: pg.ClientBase): void {
  const query: unknown = client.query;
  if (typeof query !== 'function') return;
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: (...args: unknown[]): unknown => {
      const result: unknown = Reflect.apply(query, client, args);
      if (result instanceof Promise) result.catch((error: unknown) => recordFailure(client, error));
      return result;
    },
  });
}

function recordFailure(client: pg.ClientBase, error: unknown): void {
  if (isReadOnlyFailure(error)) readOnly.add(client);
  else if (error instanceof Error && error.message === CLIENT_TIMEOUT) void closeNow(client);
}

/** `end` disconnects a client in the middle of a query; the pool then drops it. */
async function closeNow(client: pg.ClientBase): Promise<void> {
  if ('end' in client && typeof client.end === 'function')
    await Promise.resolve(client.end()).catch(() => undefined);
}

/**
 * Whether a connection may be used by others: the server waits for a query outside of a transaction. A query fails as soon as its error
 * arrives, perhaps before the server's word on the transaction, until which `getTransactionStatus` gives the one of before.
 */
function isFree(client: pg.ClientBase): boolean {
  if ('readyForQuery' in client && client.readyForQuery === false) return false;
  const status = client.getTransactionStatus();
  return status === null || status === 'I';
}

/**
 * Drops connections that come back to the pool in the middle of a query or a transaction, as a failed text with its own BEGIN leaves
 * them, or from a server that only reads.
 */
export function watchReleases(pool: pg.Pool): void {
  pool.on('release', (_error, client) => {
    if (!isFree(client) || readOnly.has(client)) void closeNow(client);
  });
}
