import { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether requests that need work are refused at the moment. */
    isOverloaded(): boolean;
  }
  interface FastifyContextConfig {
    /** Served under any load: health probes and payments. */
    isNeverShed?: boolean;
  }
}

/**
 * The resolution of measured delays; each delay includes it. It wakes the process as often: every 10 ms would be half a
 * percent of a core while nobody visits.
 */
const RESOLUTION_MS = 50;
const SAMPLE_MS = 500;
const NANOSECONDS = 1e6;

/**
 * Refuses requests with 503 `busy` and Retry-After while the event loop lags, so that accepted requests complete instead
 * of all timing out. The median delay of two samples in a row must exceed the limit, so a single long tick has no effect.
 * Cached responses are still served. Install it after the response cache and before all other hooks.
 */
export function shedLoad(app: FastifyInstance): void {
  const { config, log } = app.dependencies;
  const limitMs = config.maxEventLoopDelayMs;
  let samplesAbove = 0;
  app.decorate('isOverloaded', () => samplesAbove >= 2);
  if (limitMs === 0) return;
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const timer = setInterval(() => {
    const delayMs = delays.percentile(50) / NANOSECONDS - RESOLUTION_MS;
    delays.reset();
    const wasOverloaded = app.isOverloaded();
    samplesAbove = delayMs > limitMs ? samplesAbove + 1 : 0;
    if (samplesAbove === 2) {
      log.warn({ alert: true, delayMs: Math.round(delayMs) }, 'overloaded: requests are refused');
    } else if (wasOverloaded && samplesAbove === 0) log.info('no longer overloaded');
  }, SAMPLE_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });

  app.addHook('onRequest', (request, _reply, done) => {
    // Injected requests belong to page requests that were already accepted.
    const isExternal = request.raw.socket instanceof Socket;
    if (!app.isOverloaded() || !isExternal || request.routeOptions.config?.isNeverShed === true) done();
    else {
      done(new AppError(503, 'busy', 'The site is very busy. Please try again.', { 'retry-after': '2' }));
    }
  });
}
