import { isIPv4 } from 'node:net';
import { sourceOf } from './client-source.ts';

/**
 * The network of an IP address, coarse enough not to name a household: IPv4 truncated to /24, IPv6 to /48.
 *
 * @returns such as `203.0.113.0/24` or `2001:db8:1::/48`; an empty string for anything that is not an IP address
 */
export function ipNetwork(ip: string): string {
  const { id, site } = sourceOf({ ip });
  if (site !== undefined) return site;
  return isIPv4(id) ? `${id.split('.').slice(0, 3).join('.')}.0/24` : '';
}
