import type { FastifyInstance } from 'fastify';

/** Slower requests are always logged at `info`. */
export const SLOW_MS = 1_000;

/**
 * Logs each request when it ends: server errors at `error` (503 at `warn`); changes, refusals and slow requests at `info`;
 * quick reads at `debug`, since a load balancer logs those anyway.
 */
export function installAccessLog(app: FastifyInstance): void {
  const { log } = app.dependencies;
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode;
    const isQuickRead = status < 400 && request.method === 'GET' && reply.elapsedTime < SLOW_MS;
    const level = status === 503 ? 'warn' : status >= 500 ? 'error' : isQuickRead ? 'debug' : 'info';
    if (log.isLevelEnabled(level)) {
      request.log[level]({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'request');
    }
    done();
  });
}
