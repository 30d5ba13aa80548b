import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';

let site: TestApp;
let origin: string;
beforeAll(async () => {
  site = await createTestApp({ config: { maxEventLoopDelayMs: 50, responseCacheMs: 0 } });
  origin = await site.listen();
});
afterAll(() => site.close());

async function get(path: string) {
  const response = await fetch(`${origin}${path}`, { headers: { connection: 'close' } });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), code };
}

function busyFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; ) Math.random();
}

it('while the event loop lags, requests are refused and probes are served', async () => {
  const load = setInterval(() => busyFor(150), 1);
  try {
    const refused = { status: 503, retryAfter: '2', code: 'busy' };
    await expect.poll(() => get('/api/categories'), { timeout: 15_000 }).toEqual(refused);
    for (const path of ['/healthz', '/readyz']) expect((await get(path)).status).toBe(200);
    expect((await site.app.inject('/api/categories')).statusCode).toBe(200);
  } finally {
    clearInterval(load);
  }
  const status = async () => (await get('/api/categories')).status;
  await expect.poll(status, { timeout: 15_000 }).toBe(200);
});
