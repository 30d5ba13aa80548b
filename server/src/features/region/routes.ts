import { BlockList, isIPv6 } from 'node:net';
import { DEFAULT_COUNTRY, getRegion, isCountryCode } from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { createLookUp } from './lookup.ts';

/** The addresses whose headers are believed. */
function proxiesOf(addresses: readonly string[]): BlockList {
  const proxies = new BlockList();
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return proxies;
}

/** Tells visitors where they seem to be, to preselect their region. It always has an answer. */
export async function regionRoutes(app: FastifyInstance): Promise<void> {
  const { config } = app.dependencies;
  const { header, lookupUrl } = config.region;
  const proxies = proxiesOf(config.trustedProxies);
  const lookUp =
    lookupUrl === undefined
      ? undefined
      : createLookUp(lookupUrl, (error) =>
          app.log.warn({ reason: String(error) }, 'could not look up a country'),
        );

  /** What a proxy of ours says. Others could say anything. */
  const namedByProxy = (request: FastifyRequest): string | undefined => {
    const sender = request.socket.remoteAddress;
    if (sender === undefined || !proxies.check(sender, isIPv6(sender) ? 'ipv6' : 'ipv4')) return undefined;
    const named = String(request.headers[header] ?? '')
      .trim()
      .toUpperCase();
    return isCountryCode(named) ? named : undefined;
  };

  noStore(app);
  route(app, getRegion, async ({ request }) => ({
    country_code: namedByProxy(request) ?? (await lookUp?.(request.ip)) ?? DEFAULT_COUNTRY,
  }));
}
