import { BlockList, isIPv6 } from 'node:net';

const familyOf = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4');

/** Whether an IP is one of these or in one of their networks. @param entries IPs, and networks such as `10.0.0.0/8` */
export function ipMatcher(entries: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [ip = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(ip, familyOf(ip));
    else list.addSubnet(ip, Number(bits), familyOf(ip));
  }
  return (ip) => list.check(ip, familyOf(ip));
}

/** Whether an IP belongs to this machine or to a private network: it has no country, and a proxy may be there. */
export const isPrivateIp = ipMatcher([
  ...['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
]);
