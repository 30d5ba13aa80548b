import { isIPv4, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The first three groups of an IPv6 address, in hexadecimal without leading zeros. */
function firstGroups(ip: string): string {
  // The URL parser writes an address in one way only, with at most one `::`.
  const canonical = new URL(`http://[${ip.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  return [...groups, ...Array<string>(zeros).fill('0'), ...rest].slice(0, 3).join(':');
}

/**
 * The network of an IP address, coarse enough not to name a household: IPv4 truncated to /24, IPv6 to /48.
 *
 * @returns such as `203.0.113.0/24` or `2001:db8:1::/48`; an empty string for anything that is not an IP address
 */
export function ipNetwork(ip: string): string {
  const ipv4 = MAPPED_IPV4.exec(ip)?.[1] ?? ip;
  if (isIPv4(ipv4)) return `${ipv4.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(ip) ? `${firstGroups(ip)}::/48` : '';
}
