import type { FastifyInstance } from 'fastify';
import { type Db, isExhausted } from '../database/database.ts';
import { type DatabaseState, readDatabaseState } from '../database/database-state.ts';
import { migrationNames } from '../database/migrations.ts';
import { watchStorage } from '../gateways/storage-state.ts';
import { readCheckStates } from '../ledger/check-store.ts';
import { withinTimeout } from '../reading.ts';

const READY_TIMEOUT_MS = 2_000;

/** Why this process cannot serve requests, for operators; undefined when it can. */
async function findObstacle(
  db: Db,
  needed: readonly string[],
): Promise<{ status: string; missing?: string[]; required?: string[] } | undefined> {
  const state: DatabaseState | undefined = await withinTimeout(
    readDatabaseState(db, needed),
    READY_TIMEOUT_MS,
  );
  if (state === undefined)
    return { status: isExhausted(db) ? 'all database connections are in use' : 'database unavailable' };
  if (state.missing.length > 0) return { status: 'the database lacks migrations', missing: state.missing };
  if (state.required.length > 0)
    return { status: 'the database needs a later release', required: state.required };
  if (state.isReadOnly) return { status: 'the database only reads' };
  return undefined;
}

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: it can serve requests; 503 with the reason while it cannot or is stopping.
 * When ready, the response includes the state of the storage, when the ledger was last checked, and the number of findings.
 */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  const { db, lifecycle, storage } = app.dependencies;
  const needed = await migrationNames();
  const storageState = watchStorage(storage);
  const probe = { schema: { hide: true }, logLevel: 'silent', config: { isNeverShed: true } } as const;
  app.get('/healthz', probe, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/readyz', probe, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const obstacle = lifecycle.stopping ? { status: 'stopping' } : await findObstacle(db, needed);
    if (obstacle !== undefined) return reply.code(503).send(obstacle);
    // Informational: without its files a site still works, and findings never make a process unready.
    const [ledger, files] = await Promise.all([
      withinTimeout(readCheckStates(db), READY_TIMEOUT_MS),
      storageState(),
    ]);
    return { status: 'ready', storage: files, ledger };
  });
}
