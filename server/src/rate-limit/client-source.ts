import { isIPv4, isIPv6 } from 'node:net';

/** What a limit by IP counts: the range that one client controls, and for IPv6 the network around it. */
export interface ClientSource {
  /** An IPv4 address, an IPv6 /64 such as `2001:db8:0:1::/64`, or `unknown`. */
  readonly id: string;
  /** The /48 of an IPv6 address, which providers assign to one customer; its limit is `NETWORK_FACTOR` times as high. */
  readonly network?: string;
}

/** The limit of a /48 as a multiple of the limit of one source. */
export const NETWORK_FACTOR = 10;

/** Prefixes of IPv6 addresses that end in an IPv4 address: mapped (RFC 4291) and translated (RFC 6052). */
const EMBEDDED_IPV4 = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

function ipv4Groups(ip: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}

/** The eight groups of a valid IPv6 address, lower case and without leading zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.split('::');
  const read = (part: string) =>
    part
      .split(':')
      .filter((group) => group !== '')
      .flatMap((group) => (isIPv4(group) ? ipv4Groups(group) : Number.parseInt(group, 16).toString(16)));
  const first = read(head);
  const last = read(tail ?? '');
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

/** Strips what some proxies add to an IP: a port, and brackets around IPv6. */
function withoutPort(ip: string): string {
  if (ip.startsWith('[')) return ip.slice(1, Math.max(1, ip.indexOf(']')));
  return isIPv6(ip) ? ip : (ip.split(':', 1)[0] ?? '');
}

/**
 * The source that a request is counted for. A client with one IPv6 address controls all 2^64 of its network, so IPv6 is
 * counted by /64 and by /48; IPv4 is counted by address, also where it is written as IPv6.
 *
 * @param request its `ip` is the connection's, or the one that a trusted proxy reports
 */
export function sourceOf({ ip }: { readonly ip: string | undefined }): ClientSource {
  const bareIp = withoutPort((ip ?? '').split('%', 1)[0] ?? '');
  if (isIPv4(bareIp)) return { id: bareIp };
  if (!isIPv6(bareIp)) return { id: 'unknown' };
  const groups = groupsOf(bareIp);
  if (EMBEDDED_IPV4.includes(groups.slice(0, 6).join(':'))) {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return { id: [high >> 8, high & 255, low >> 8, low & 255].join('.') };
  }
  return { id: `${groups.slice(0, 4).join(':')}::/64`, network: `${groups.slice(0, 3).join(':')}::/48` };
}

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
