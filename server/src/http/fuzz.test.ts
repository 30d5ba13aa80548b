import type { Endpoint } from '@oriel/contract';
import * as contract from '@oriel/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RequestFuzzer, routesOf } from '../../testing/fuzzed-requests.ts';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { sendBytes } from '../../testing/raw-http.ts';
import { inTransaction } from '../database/database.ts';
import { createCategory, createExperiences } from '../features/catalogue/service.ts';

/** `npm run test:fuzz` sets a larger number. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ config: { reactionsPerMinute: 1_000_000 } });
});
afterAll(() => test.close());

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value
  );
}
const endpoints = Object.values<unknown>(contract).filter(isEndpoint);

/** Text that is known to break programs, and random text. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e309',
    '2147483648',
    '9'.repeat(40),
    'NaN',
    "' OR 1=1 --",
    '%',
    '_%\\',
    '\\',
    '\u0000',
    '\ud800',
    '\u202e\u200d',
    'a\u0301'.repeat(200),
    '../../etc/passwd',
    '{{7*7}}',
    '<script>',
    '\r\nset-cookie: a=b',
    '__proto__',
    'constructor',
    'toString',
    'true',
    'null',
    '[]',
    '{}',
    'a'.repeat(100),
    'a'.repeat(1_500),
    '(((((((((((((a*)*)*)*)*)*',
    '"'.repeat(50),
    'a & b | !c <-> d:*',
  ),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.integer().map(String),
);

const queryNames = [
  'category',
  'categoryId',
  'subcategoryId',
  'tag',
  'q',
  'sort',
  'limit',
  'cursor',
  'isActiveOnly',
  'excludeDeleted',
  '__proto__',
  'constructor[prototype]',
  'q[]',
];
const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...queryNames), hostileText), hostileText), {
  maxLength: 5,
});

const body = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value)),
  fc
    .dictionary(fc.constantFrom('createdDate', 'userId', 'role', 'likeCount'), fc.jsonValue())
    .map((value) => JSON.stringify(value)),
  hostileText,
);

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

it.each(endpoints.map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]))(
  '%s responds to any input with a status below 500',
  { timeout: 60_000 },
  async (_, endpoint) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(hostileText, { minLength: 2, maxLength: 2 }),
        query,
        body,
        async (params, pairs, payload) => {
          let index = 0;
          const path = endpoint.path.replace(/:\w+/g, () => encode(params[index++ % 2] ?? ''));
          const search = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
          const response = await test.app.inject({
            method: endpoint.method,
            url: `${path}?${search}`,
            headers: { 'content-type': 'application/json' },
            ...(payload !== undefined && endpoint.method !== 'GET' && { payload }),
          });
          expect(response.statusCode, response.body).toBeLessThan(500);
          if (response.statusCode >= 400) {
            expect(response.headers['content-type']).toContain('application/problem+json');
            expect(response.json()).toMatchObject({ status: response.statusCode, code: expect.any(String) });
          }
        },
      ),
      { numRuns: Math.min(150, Math.ceil(REQUESTS / 25)) },
    );
  },
);

const SEED = Number(process.env.FUZZ_SEED ?? 1);
const AT_ONCE = 8;
const SIGNED_IN = 10;

it(`${REQUESTS} requests of any form get a status below 500`, { timeout: 3_600_000 }, async () => {
  const site = await createTestApp({
    poolSize: 10,
    // Refusals under load are correct, and would hide failures.
    config: { trustedProxies: ['127.0.0.1'], maxEventLoopDelayMs: 0, reactionsPerMinute: 1_000_000 },
  });
  try {
    await inTransaction(site.db, async (tx) => {
      await createCategory(tx, { id: 1, name: 'Inns', icon: '🛏️' });
      await createExperiences(tx, [
        { id: 1, slug: 'tour-one', categoryId: 1, title: 'Inn', tokensRequired: 0, mediaUrl: '/a.mp4' },
        { id: 2, slug: 'tour-two', categoryId: 1, title: 'Barn', tokensRequired: 5 },
      ]);
    });
    const { port } = new URL(await site.listen());
    const tokens: string[] = [];
    let members = 0;
    const signUp = async () => {
      members += 1;
      const response = await site.app.inject({
        method: 'POST',
        url: '/api/auth/signup',
        headers: { 'x-forwarded-for': `2002:${members.toString(16)}::1` },
        payload: {
          firstName: 'Ada',
          email: `ada${members}@example.com`,
          password: 'a fairly long secret 7',
        },
      });
      expect(response.statusCode, response.body).toBe(200);
      tokens[members % SIGNED_IN] = response.json().token;
    };
    for (let count = 0; count < SIGNED_IN; count++) await signUp();
    const fuzzer = new RequestFuzzer(SEED, routesOf(site.app), tokens);
    const failures: string[] = [];
    const counts: Record<string, number> = {};
    let remaining = REQUESTS;
    const send = async () => {
      while (remaining > 0) {
        remaining -= 1;
        // Some of the requests sign their members out.
        if (remaining % 100 === 0) await signUp();
        const { bytes, isWhole, line } = fuzzer.next();
        const { status, text } = await sendBytes(Number(port), bytes, isWhole ? 20_000 : 100);
        const kind = status === undefined ? 'none' : `${String(status)[0]}xx`;
        counts[kind] = (counts[kind] ?? 0) + 1;
        const isSilent = status === undefined && isWhole && !line.startsWith('CONNECT ');
        if (isSilent || (status !== undefined && status >= 500)) failures.push(`${line}\n${text}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    if (process.env.FUZZ_REQUESTS !== undefined) console.log('responses by status:', counts);
    expect(failures).toEqual([]);
    expect(counts['2xx']).toBeGreaterThan(REQUESTS / 15);
    const health = await site.app.inject('/readyz');
    expect(health.statusCode).toBe(200);
  } finally {
    await site.close();
  }
});
