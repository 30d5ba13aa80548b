import type { Endpoint } from '@oriel/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { route } from './route.ts';
import { serialiserFor } from './serialise.ts';

const Item = z.object({ name: z.string(), size: z.number().optional() });
const Body = z.object({
  items: z.array(Item),
  first: Item.nullable(),
  byName: z.record(z.string(), Item),
  either: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
  state: z.enum(['on', 'off']),
  anything: z.unknown(),
});
const secret = { password: 'secret' };
const item = { name: 'one', ...secret };

function serialise(schema: z.ZodType, value: unknown): string {
  const compile = serialiserFor(false);
  return compile({ schema, method: 'GET', url: '/' })(value);
}

describe('the serialiser of production', () => {
  it('leaves out what the contract does not name, at every depth', () => {
    const value = {
      items: [item, { size: undefined, ...item }],
      first: item,
      byName: { one: item },
      either: { b: 'b', ...secret },
      state: 'on',
      anything: [1, { two: 2 }],
      ...secret,
    };
    const text = serialise(Body, value);
    expect(text).not.toContain('secret');
    expect(JSON.parse(text)).toEqual({
      items: [{ name: 'one' }, { name: 'one' }],
      first: { name: 'one' },
      byName: { one: { name: 'one' } },
      either: { b: 'b' },
      state: 'on',
      anything: [1, { two: 2 }],
    });
  });

  it('keeps the order of the contract, and null', () => {
    expect(serialise(Item, { size: 1, name: 'one' })).toBe('{"name":"one","size":1}');
    expect(serialise(Item.nullable(), null)).toBe('null');
  });

  it('sends what Zod encodes, whichever properties a value has and in whichever order', () => {
    const Inner = z.object({ x: z.number().optional() });
    const Schema = z.object({
      a: z.string().optional(),
      b: z.number().nullable().optional(),
      c: Inner.optional(),
      d: z.array(Inner).optional(),
    });
    const property = fc.constantFrom<[string, unknown]>(
      ['a', 'one'],
      ['a', undefined],
      ['b', null],
      ['b', 2],
      ['c', { x: 1 }],
      ['c', { x: 1, ...secret }],
      ['c', undefined],
      ['d', [{ x: 2 }, { ...secret }]],
      ['password', 'secret'],
      ['e', undefined],
    );
    fc.assert(
      fc.property(fc.array(property, { maxLength: 6 }), (properties) => {
        const value = Object.fromEntries(properties);
        const encoded: unknown = JSON.parse(JSON.stringify(z.encode(Schema, value)));
        const text = serialise(Schema, value);
        expect(JSON.parse(text)).toEqual(encoded);
        expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(JSON.parse(text)).sort());
      }),
    );
  });
});

describe('a handler that breaks the contract', () => {
  const broken = {
    method: 'GET',
    path: '/api/broken',
    summary: 'Broken',
    tag: 'test',
    audience: 'anyone',
    response: Item,
  } as const satisfies Endpoint;
  const sites: TestApp[] = [];
  async function start(checkResponses: boolean): Promise<TestApp> {
    const site = await createTestApp({ config: { checkResponses } });
    sites.push(site);
    route(site.app, broken, {}, async () => ({ size: 1, ...secret }) as unknown as z.output<typeof Item>);
    return site;
  }
  let checking: TestApp;
  let sending: TestApp;
  beforeAll(async () => {
    [checking, sending] = [await start(true), await start(false)];
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
  });

  it('is noticed in tests, and reveals nothing in production', async () => {
    expect((await checking.app.inject('/api/broken')).statusCode).toBe(500);
    const response = await sending.app.inject('/api/broken');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ size: 1 });
  });
});

describe('every endpoint of the contract', () => {
  it('has a response that can be serialised without validation', async () => {
    const site = await createTestApp({ config: { checkResponses: false } });
    await site.app.ready();
    expect((await site.app.inject('/api/categories')).json()).toEqual([]);
    await site.close();
  });
});
