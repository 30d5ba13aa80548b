import { isIPv4 } from 'node:net';
import { sourceOf } from './client-source.ts';

/**
 * The network of an IP, coarse enough not to identify a household: IPv4 truncated to /24, IPv6 to /48.
 *
 * @returns such as `203.0.113.0/24` or `2001:db8:1::/48`; an empty string when the text is not an IP
 */
export function ipNetwork(ip: string): string {
  const { id, network } = sourceOf({ ip });
  if (network !== undefined) return network;
  return isIPv4(id) ? `${id.split('.').slice(0, 3).join('.')}.0/24` : '';
}
