import type { Endpoint } from '@oriel/contract';
import * as contract from '@oriel/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'audience' in value;
const forMembers = Object.values<unknown>(contract)
  .filter(isEndpoint)
  .filter(({ audience }) => audience !== 'anyone');

it('every endpoint for members refuses guests before any other check', async () => {
  expect(forMembers.length).toBeGreaterThan(10);
  for (const { method, path } of forMembers) {
    const url = path.replace(/:\w+/g, 'x');
    const headers = { 'content-type': 'application/json' };
    const payload = method === 'GET' ? undefined : '{"not": "what it takes"}';
    const response = await test.app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(response.statusCode, `${method} ${path}`).toBe(401);
    expect(response.json(), `${method} ${path}`).toMatchObject({ code: 'not_signed_in' });
  }
});
