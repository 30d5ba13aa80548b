/** Names and addresses that never leave this machine. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** @param host a name or an address, without a port; IPv6 with or without brackets */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Whether an address names this machine itself. False for text that is no address. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}
