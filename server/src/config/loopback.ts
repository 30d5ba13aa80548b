/** Host names and IPs of this machine. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** @param host a name or an IP, without a port; IPv6 with or without brackets */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Whether a URL's host is this machine. False for malformed URLs. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}
