import { isIP } from 'node:net';
import { isCountryCode } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import { createResilience } from '../../gateways/resilience.ts';
import { isPrivateIp } from '../../ip-networks.ts';
import { ipNetwork } from '../../rate-limit/client-source.ts';

const TIMEOUT_MS = 1_000;
const MAX_RESPONSE_BYTES = 16 * 1024;
const CACHE_MS = 60 * 60_000;
/** How long no request is sent after a failure. */
const PAUSE_MS = 30_000;
const MAX_CONCURRENT = 20;

/** The network of an IP, which suffices to find the country and does not identify a visitor: `203.0.113.0` or `2001:db8:1::`. */
export const networkOf = (ip: string): string => ipNetwork(ip).split('/', 1)[0] ?? '';

/** Finds the country of an IP; undefined if it is unknown. Never throws. */
export type LookUpCountry = (ip: string) => Promise<string | undefined>;

async function readCountry(url: string, signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'error', signal });
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_RESPONSE_BYTES) throw new Error('the response is too long');
  }
  const { country_code: code }: { country_code?: unknown } = JSON.parse(text) ?? {};
  const country = typeof code === 'string' ? code.toUpperCase() : '';
  return isCountryCode(country) ? country : undefined;
}

/** The circuit is open after a failure. */
class CircuitOpenError extends Error {
  override name = 'CircuitOpenError';
}

/**
 * Calls a geolocation service from the server, so that browsers contact no third party. The service receives the visitor's
 * network, never the IP. Countries are cached for an hour, and a failure opens the circuit for a while.
 *
 * @param template its URL with the placeholder `{ip}`; the response is JSON with `country_code`
 * @param report called with each failure
 */
export function createLookUp(template: string, report: (error: unknown) => void): LookUpCountry {
  const cache = new LRUCache<string, { country: string | undefined }>({ max: 10_000, ttl: CACHE_MS });
  const { call } = createResilience({
    service: 'geolocation',
    timeoutMs: TIMEOUT_MS,
    failures: 1,
    restMs: PAUSE_MS,
    isOutage: () => true,
    unavailable: () => new CircuitOpenError(),
  });
  let inFlight = 0;
  return async (ip) => {
    if (isIP(ip) === 0 || isPrivateIp(ip)) return undefined;
    const network = networkOf(ip);
    const cached = cache.get(network);
    if (cached !== undefined) return cached.country;
    if (inFlight >= MAX_CONCURRENT) return undefined;
    inFlight += 1;
    try {
      const url = template.replaceAll('{ip}', encodeURIComponent(network));
      const country = await call((signal) => readCountry(url, signal));
      cache.set(network, { country });
      return country;
    } catch (error) {
      if (!(error instanceof CircuitOpenError)) report(error);
      return undefined;
    } finally {
      inFlight -= 1;
    }
  };
}
