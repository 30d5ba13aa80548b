import pg from 'pg';

/** PostgreSQL or the network ended the connection. A statement that timed out is not repeated: it would take as long again. */
const LOST_STATES = /^(08...|57P0[123])$/;
const LOST_CODES = new Set(['ECONNRESET', 'EPIPE']);
const LOST_MESSAGES = /^(Connection terminated|Client has encountered a connection error)/;
const MAY_READ = /^\s*(SELECT|WITH)\b/i;

/** Whether an error means that the connection was lost, before the statement or during it. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return LOST_STATES.test(error.code ?? '');
  const { code } = error as Error & { code?: unknown };
  return LOST_MESSAGES.test(error.message) || (typeof code === 'string' && LOST_CODES.has(code));
}

/** Opens a connection beside the pool, whose others may be lost as well. */
export type OpenConnection = () => Promise<pg.Client>;

/**
 * Repeats reads of a connection once when it is lost, on a new one, so that a restart or a failover of PostgreSQL fails few of them. Only
 * outside transactions, and in a transaction that only reads: what calls a function that writes fails there, and its error stays
 * the first one.
 */
export function retryReads(client: pg.ClientBase, open: OpenConnection): void {
  const query: unknown = client.query;
  if (typeof query !== 'function') return;
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: (...args: unknown[]): unknown => {
      const [text, values] = args;
      const mayRepeat =
        typeof text === 'string' && MAY_READ.test(text) && client.getTransactionStatus() === 'I';
      const result: unknown = Reflect.apply(query, client, args);
      if (!mayRepeat || !(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        if (!isLostConnection(error)) throw error;
        return repeat(open, text, Array.isArray(values) ? values : []).catch(() => {
          throw error;
        });
      });
    },
  });
}

async function repeat(open: OpenConnection, text: string, values: unknown[]): Promise<pg.QueryResult> {
  const client = await open();
  try {
    await client.query('START TRANSACTION READ ONLY');
    const result = await client.query(text, values);
    await client.query('COMMIT');
    return result;
  } finally {
    // Where the network is silent, its end would be waited for.
    client.end().catch(() => undefined);
  }
}
