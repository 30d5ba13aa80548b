import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from './database.ts';
import { type DatabaseLimits, MIGRATION_LIMITS } from './limits.ts';
import { MigrationError } from './migrations.ts';

/** The advisory lock of all processes that prepare the database. Migrations have another one, which earlier releases know too. */
const LOCK = '3853314791062309108';
const TIMEOUT_MS = 900_000;
const PAUSE_MS = 250;
/** The statement never waits; the transaction is idle while the work runs. */
const LIMITS: DatabaseLimits = { ...MIGRATION_LIMITS, statementMs: 10_000 };

/**
 * Runs work that only one process of the installation may do at a time.
 *
 * The lock belongs to a transaction of a connection of its own. So it needs no session, which a transaction-mode pooler
 * does not offer; it is released whatever happens to this process; and the work may use transactions as it likes. A
 * waiting process holds no connection meanwhile: waiting processes might take all connections of a pooler.
 *
 * @throws {MigrationError} when another process has held the lock for a quarter of an hour
 */
export async function withStartLock<T>(
  connectionString: string,
  work: () => Promise<T>,
  { timeoutMs = TIMEOUT_MS } = {},
): Promise<T> {
  const db = openDatabase({ connectionString, poolSize: 1, limits: LIMITS, preparesStatements: false });
  try {
    for (const deadline = performance.now() + timeoutMs; ; ) {
      const attempt = await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ isMine: boolean }>`
          SELECT pg_try_advisory_xact_lock(${LOCK}::bigint) AS "isMine"
        `.execute(tx);
        return rows[0]?.isMine === true ? { result: await work() } : undefined;
      });
      if (attempt !== undefined) return attempt.result;
      if (performance.now() > deadline) {
        throw new MigrationError(
          'Another process is still preparing the database. Try again when it is done.',
        );
      }
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  } finally {
    await db.destroy();
  }
}
