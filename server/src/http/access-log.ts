import type { FastifyInstance } from 'fastify';

/** A request that takes longer is logged whatever it is. */
const SLOW_MS = 1_000;

/**
 * One line for each request when it ends: failures of ours as errors; changes, refusals and slow requests at `info`; the
 * mass of quick reads at `debug`, since a balancer logs those anyway.
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
