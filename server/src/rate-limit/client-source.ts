import { isIPv4, isIPv6 } from 'node:net';

/** Whom a limit by address counts: what one visitor controls, and for IPv6 the site around it. */
export interface ClientSource {
  /** An IPv4 address, an IPv6 /64 such as `2001:db8:0:1::/64`, or `unknown`. */
  readonly id: string;
  /** The /48 of an IPv6 address, which providers assign to a site; it may do ten times as much. */
  readonly site?: string;
}

/** How much more than one source all of a /48 may do. */
export const NETWORK_FACTOR = 10;

/** Addresses that stand for an IPv4 address in their last 32 bits: mapped (RFC 4291) and translated (RFC 6052). */
const EMBEDDED_IPV4 = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

function ipv4Groups(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}

/** The eight groups of a valid IPv6 address, lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const read = (part: string) =>
    part
      .split(':')
      .filter((group) => group !== '')
      .flatMap((group) => (isIPv4(group) ? ipv4Groups(group) : Number.parseInt(group, 16).toString(16)));
  const first = read(head);
  const last = read(tail ?? '');
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

/** What some proxies add to an address: a port, and brackets around IPv6. */
function withoutPort(address: string): string {
  if (address.startsWith('[')) return address.slice(1, Math.max(1, address.indexOf(']')));
  return isIPv6(address) ? address : (address.split(':', 1)[0] ?? '');
}

/**
 * Whose limit a request draws on. Whoever has one IPv6 address has all 2^64 of its network, so IPv6 counts by /64, and by
 * /48 with `SITE_FACTOR` times the limit; IPv4 counts whole, also where it is written as IPv6.
 *
 * @param request its `ip` is the connection's, or what a trusted proxy says it was
 */
export function sourceOf({ ip }: { readonly ip: string | undefined }): ClientSource {
  const address = withoutPort((ip ?? '').split('%', 1)[0] ?? '');
  if (isIPv4(address)) return { id: address };
  if (!isIPv6(address)) return { id: 'unknown' };
  const groups = groupsOf(address);
  if (EMBEDDED_IPV4.includes(groups.slice(0, 6).join(':'))) {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return { id: [high >> 8, high & 255, low >> 8, low & 255].join('.') };
  }
  return { id: `${groups.slice(0, 4).join(':')}::/64`, site: `${groups.slice(0, 3).join(':')}::/48` };
}
