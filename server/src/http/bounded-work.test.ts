import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/index.ts';
import { useAccountsApp } from '../../testing/use-app.ts';

const site = useAccountsApp({ poolSize: 12, config: { responseCacheMs: 0 } });

/** Makes calls while a table is locked, until one of them is refused; then releases the lock for the others. */
async function responsesWhileLocked(
  table: string,
  calls: readonly (() => Promise<LightMyRequestResponse>)[],
): Promise<LightMyRequestResponse[]> {
  let refused: Promise<LightMyRequestResponse>[] = [];
  await site.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE ${sql.table(table)}`.execute(tx);
    refused = calls.map((call) => call());
    await Promise.race(refused);
  });
  return Promise.all(refused);
}

/** Every call is served or refused, and at most `bound` are served; on a slow machine fewer, as some wait too long. */
function expectBound(responses: readonly LightMyRequestResponse[], bound: number): void {
  const served = responses.filter(({ statusCode }) => statusCode === 200);
  const refused = responses.filter(({ statusCode }) => statusCode === 503);
  expect(served.length).toBeGreaterThan(0);
  expect(served.length).toBeLessThanOrEqual(bound);
  expect(served.length + refused.length).toBe(responses.length);
  for (const { headers } of refused) {
    expect(headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
  }
}

it('concurrent renders of uncached pages are bounded', async () => {
  const get = (url: string) => () => site.app.inject(url);
  expect((await site.app.inject('/categories.data')).statusCode).toBe(200);
  const urls = Array.from({ length: 210 }, (_, index) => `/categories.data?q=${index}`);
  const responses = await responsesWhileLocked('categories', urls.map(get));
  expectBound(responses, 204);
  const refused = responses.find(({ statusCode }) => statusCode === 503);
  expect(refused?.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(refused?.body).toBe('The site is very busy. Please try again in a moment.');
});

it('concurrent exports are bounded', async () => {
  const { token } = await site.join();
  const calls = Array.from({ length: 56 }, () => () => site.call('GET', 'me/export', { token }));
  const responses = await responsesWhileLocked('passkeys', calls);
  expectBound(responses, 52);
});

it('the API documentation is cacheable, and can be switched off', async () => {
  for (const url of ['/api/docs', '/api/openapi.json']) {
    const first = await site.app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=60', 'content-encoding': 'br' });
    const etag = String(first.headers.etag);
    expect((await site.app.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  }
  const hidden = await createTestApp({ config: { apiDocs: false } });
  try {
    for (const url of ['/api/docs', '/api/openapi.json'])
      expect((await hidden.app.inject(url)).statusCode).toBe(404);
  } finally {
    await hidden.close();
  }
});
