import { BlockList, isIPv6 } from 'node:net';
import { DEFAULT_COUNTRY, getRegion, isCountryCode } from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { createLookUp } from './lookup.ts';

/** The IPs and networks of trusted proxies. */
function proxiesOf(entries: readonly string[]): BlockList {
  const proxies = new BlockList();
  for (const entry of entries) {
    const [ip = '', bits] = entry.split('/');
    const family = isIPv6(ip) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(ip, family);
    else proxies.addSubnet(ip, Number(bits), family);
  }
  return proxies;
}

/** The country of a visitor, to preselect their region; the default country if it is unknown. */
export async function regionRoutes(app: FastifyInstance): Promise<void> {
  const { config } = app.dependencies;
  const { header, lookupUrl } = config.region;
  const proxies = proxiesOf(config.trustedProxies);
  const lookUp =
    lookupUrl === undefined
      ? undefined
      : createLookUp(lookupUrl, (error) =>
          app.log.warn({ reason: String(error) }, 'failed to look up a country'),
        );

  /** The country in a header of a trusted proxy; any other client could forge it. */
  const countryFromProxy = (request: FastifyRequest): string | undefined => {
    const sender = request.socket.remoteAddress;
    if (sender === undefined || !proxies.check(sender, isIPv6(sender) ? 'ipv6' : 'ipv4')) return undefined;
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
