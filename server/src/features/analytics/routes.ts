import { CONSENT_KEY, type ConsentTexts, recordEvents } from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cookieValues } from '../../http/cookies.ts';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { sourceOf } from '../../rate-limit/client-source.ts';
import { tooManyRequests } from '../../rate-limit/rate-limit.ts';
import { SourceRateLimit } from '../../rate-limit/source-rate-limit.ts';
import { maintainAnalytics, storeConsentTexts } from './maintenance.ts';
import { costOf, requireConsent, toStoredEvent } from './service.ts';
import { EventWriter } from './writer.ts';

/** Ten times fifty events of the usual size. */
const MAX_BODY_BYTES = 256 * 1024;

/** Records analytics events of visitors who consent. `consentTexts` are the texts of the consent dialog. */
export async function analyticsRoutes(
  app: FastifyInstance,
  { consentTexts }: { consentTexts: ConsentTexts },
): Promise<void> {
  const { db, backgroundDb = db, config, lifecycle } = app.dependencies;
  const writer = new EventWriter(db);
  const limit = new SourceRateLimit(config.analytics.eventsPerMinute);
  const consume = (request: FastifyRequest, count: number) => {
    const seconds = limit.consume(sourceOf(request), count);
    if (seconds > 0) throw tooManyRequests(seconds * 1000);
  };

  app.addHook('onListen', async () => {
    const isStopping = () => lifecycle.stopping;
    try {
      await maintainAnalytics(backgroundDb, isStopping);
      if (!isStopping()) await storeConsentTexts(db, consentTexts);
    } catch (error) {
      app.log.warn({ err: error }, 'failed to maintain analytics');
    }
  });

  noStore(app);
  route(
    app,
    recordEvents,
    { bearer: 'optional', bodyLimit: MAX_BODY_BYTES, admit: (request) => consume(request, 1) },
    async ({ body, request }) => {
      const events = Array.isArray(body) ? body : [body];
      // `admit` consumed one before the body was read.
      consume(request, costOf(events) - 1);
      requireConsent(events, cookieValues(request, CONSENT_KEY));
      await writer.add(events.map((event) => toStoredEvent(event)));
      return { accepted: events.length };
    },
  );
}
