import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountsApp, createAccountsApp } from '../../testing/apps/accounts-app.ts';
import { createTestApp } from '../../testing/index.ts';

let site: AccountsApp;
beforeAll(async () => {
  site = await createAccountsApp({ poolSize: 12, config: { responseCacheMs: 0 } });
});
afterAll(() => site.close());

/** Sends calls while nobody can read a table, until one of them is refused; then lets the others go on. */
async function answersWhileLocked(
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

/** All are served or refused, and no more served than the bound; on a slow machine some wait too long. */
function expectBound(answers: readonly LightMyRequestResponse[], bound: number): void {
  const served = answers.filter(({ statusCode }) => statusCode === 200);
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(served.length).toBeGreaterThan(0);
  expect(served.length).toBeLessThanOrEqual(bound);
  expect(served.length + refused.length).toBe(answers.length);
  for (const { headers } of refused) {
    expect(headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
  }
}

it('uncached pages wait for each other, and not all of them', async () => {
  const get = (url: string) => () => site.app.inject(url);
  expect((await site.app.inject('/categories.data')).statusCode).toBe(200);
  const urls = Array.from({ length: 210 }, (_, index) => `/categories.data?q=${index}`);
  const answers = await answersWhileLocked('categories', urls.map(get));
  expectBound(answers, 204);
  const refused = answers.find(({ statusCode }) => statusCode === 503);
  expect(refused?.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(refused?.body).toBe('The site is very busy. Please try again in a moment.');
});

it('exports wait for each other, and not all of them', async () => {
  const { token } = await site.join();
  const calls = Array.from({ length: 56 }, () => () => site.call('GET', 'me/export', { token }));
  const answers = await answersWhileLocked('passkeys', calls);
  expectBound(answers, 52);
});

it('the description of the API is made once, and may be hidden', async () => {
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
