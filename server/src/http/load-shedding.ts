import { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however busy the process is: what watches it, and what brings money. */
    isNeverShed?: boolean;
  }
}

/** How finely delays are measured, in milliseconds; each is at least this. */
const RESOLUTION_MS = 10;
const SAMPLE_MS = 500;
const NANOSECONDS = 1e6;

/**
 * Refuses requests with 503 and Retry-After while the event loop lags: those that are served then get done, where
 * otherwise all would wait until nobody wants their answers any more. The median delay of two samples in a row must be
 * above the limit, so that a single long turn refuses nobody. Answers that are kept are still given. Install it behind the
 * response cache and before all other hooks.
 */
export function shedLoad(app: FastifyInstance): void {
  const { config, log } = app.dependencies;
  const limitMs = config.maxEventLoopDelayMs;
  if (limitMs === 0) return;
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let samplesAbove = 0;
  const timer = setInterval(() => {
    const delayMs = delays.percentile(50) / NANOSECONDS - RESOLUTION_MS;
    delays.reset();
    const wasOverloaded = samplesAbove >= 2;
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
    // Calls from within the process belong to requests that are being served.
    const isFromOutside = request.raw.socket instanceof Socket;
    if (samplesAbove < 2 || !isFromOutside || request.routeOptions.config?.isNeverShed === true) done();
    else {
      done(new AppError(503, 'busy', 'The site is very busy. Please try again.', { 'retry-after': '2' }));
    }
  });
}
