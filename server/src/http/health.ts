import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../database/database.ts';
import { countApplied, migrationNames } from '../database/migrations.ts';
import { readCheckStates } from '../ledger/check-store.ts';

const READY_TIMEOUT_MS = 2_000;

/** The result of a query; undefined when it fails or takes too long. */
function withinTimeout<T>(query: Promise<T>): Promise<T | undefined> {
  return Promise.race([query.catch(() => undefined), sleep(READY_TIMEOUT_MS, undefined, { ref: false })]);
}

/** Whether the database responds in time and has every migration that this version needs. */
async function isReady(db: Db, needed: readonly string[]): Promise<boolean> {
  const applied = await withinTimeout(countApplied(db, needed));
  return applied === needed.length;
}

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: it can serve requests; 503 while it cannot or is stopping. When
 * ready, the response includes when the ledger was last checked, and the number of findings.
 */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  const { db, lifecycle } = app.dependencies;
  const needed = await migrationNames();
  const probe = { schema: { hide: true }, logLevel: 'silent', config: { isNeverShed: true } } as const;
  app.get('/healthz', probe, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/readyz', probe, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!lifecycle.stopping && (await isReady(db, needed))) {
      // Informational: findings never make a process unready.
      const ledger = await withinTimeout(readCheckStates(db));
      return { status: 'ready', ledger };
    }
    return reply.code(503).send({ status: lifecycle.stopping ? 'stopping' : 'database unavailable' });
  });
}
