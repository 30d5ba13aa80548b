import type { Endpoint } from '@oriel/contract';
import * as contract from '@oriel/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';

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

/** Text that has broken programs before, and text that has not yet. */
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
  '%s answers anything with less than 500',
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
          const answer = await test.app.inject({
            method: endpoint.method,
            url: `${path}?${search}`,
            headers: { 'content-type': 'application/json' },
            ...(payload !== undefined && endpoint.method !== 'GET' && { payload }),
          });
          expect(answer.statusCode, answer.body).toBeLessThan(500);
          if (answer.statusCode >= 400) {
            expect(answer.headers['content-type']).toContain('application/problem+json');
            expect(answer.json()).toMatchObject({ status: answer.statusCode, code: expect.any(String) });
          }
        },
      ),
      { numRuns: 150 },
    );
  },
);
