import { DEFAULT_COUNTRY, getRegion, isCountryCode } from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { ipMatcher } from '../../ip-networks.ts';
import { createLookUp } from './lookup.ts';

/** The country of a visitor, to preselect their region; the default country if it is unknown. */
export async function regionRoutes(app: FastifyInstance): Promise<void> {
  const { config } = app.dependencies;
  const { header, lookupUrl } = config.region;
  const isTrustedProxy = ipMatcher(config.trustedProxies);
  const lookUp =
    lookupUrl === undefined
      ? undefined
      : createLookUp(lookupUrl, (error) =>
          app.log.warn({ reason: String(error) }, 'failed to look up a country'),
        );

  /** The country in a header of a trusted proxy; any other client could forge it. */
  const countryFromProxy = (request: FastifyRequest): string | undefined => {
    const sender = request.socket.remoteAddress;
    if (sender === undefined || !isTrustedProxy(sender)) return undefined;
    const country = String(request.headers[header] ?? '')
      .trim()
      .toUpperCase();
    return isCountryCode(country) ? country : undefined;
  };

  noStore(app);
  route(app, getRegion, async ({ request }) => ({
    country_code: countryFromProxy(request) ?? (await lookUp?.(request.ip)) ?? DEFAULT_COUNTRY,
  }));
}
