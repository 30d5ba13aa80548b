/** Sends JSON that nobody waits for, even while the page is being closed. Losing it only affects a statistic. */
export function sendBeacon(path: string, value: unknown): void {
  const body = JSON.stringify(value);
  if (navigator.sendBeacon?.(path, new Blob([body], { type: 'application/json' }))) return;
  const headers = { 'content-type': 'application/json' };
  void fetch(path, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}
