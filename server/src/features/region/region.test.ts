import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { COUNTRY_CODES } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { networkOf } from './lookup.ts';

const PROXY = '10.1.2.3';
let site: TestApp;
let asking: TestApp;
let service: Server;
/** What the geolocation service is asked, and what it answers. */
let asked: string[] = [];
let answer: { status: number; body: string } | 'never' = { status: 200, body: '{"country_code":"fr"}' };

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (answer !== 'never') response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const trustedProxies = ['10.0.0.0/8', '2001:db8::1'];
  const { port } = service.address() as AddressInfo;
  site = await createTestApp({ config: { trustedProxies } });
  asking = await createTestApp({
    config: {
      trustedProxies,
      region: { header: 'x-country', lookupUrl: `http://127.0.0.1:${port}/of/{ip}` },
    },
  });
});
afterAll(async () => {
  await Promise.all([site.close(), asking.close()]);
  service.closeAllConnections();
  service.close();
});

async function regionOf(app: TestApp, remoteAddress: string, headers: Record<string, string> = {}) {
  const got = await app.app.inject({ url: '/api/region', remoteAddress, headers });
  expect(got.statusCode).toBe(200);
  expect(got.headers['cache-control']).toBe('no-store');
  return got.json().country_code;
}

it('there are 249 countries', () => {
  expect(new Set(COUNTRY_CODES).size).toBe(249);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([]);
});

describe('a proxy that names the country', () => {
  it('is believed when it is trusted', async () => {
    expect(await regionOf(site, PROXY, { 'cf-ipcountry': 'IN' })).toBe('IN');
    expect(await regionOf(site, PROXY, { 'cf-ipcountry': ' de ' })).toBe('DE');
    expect(await regionOf(site, '2001:db8::1', { 'cf-ipcountry': 'IN' })).toBe('IN');
    expect(await regionOf(site, `::ffff:${PROXY}`, { 'cf-ipcountry': 'IN' })).toBe('IN');
  });

  it('is not trusted when any client could send it', async () => {
    expect(await regionOf(site, '203.0.113.5', { 'cf-ipcountry': 'IN' })).toBe('US');
    expect(await regionOf(site, '203.0.113.5', { 'cf-ipcountry': 'IN', 'x-forwarded-for': PROXY })).toBe(
      'US',
    );
  });

  it.each(['XX', 'T1', '', 'IND', '<b>', 'IN, DE'])('says nothing with "%s"', async (country) => {
    expect(await regionOf(site, PROXY, { 'cf-ipcountry': country })).toBe('US');
  });
});

it.each([
  ['203.0.113.77', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2001:db8::1', '2001:db8:0::'],
  ['2001:0db8:00a0:1:2:3:4:5', '2001:db8:a0::'],
  ['2001::5', '2001:0:0::'],
  ['::1:2:3:4:5:6:7', '0:1:2::'],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

describe('a geolocation service', () => {
  const visitor = (address: string) => regionOf(asking, PROXY, { 'x-forwarded-for': address });

  it('is asked once for an address, and not about one that a proxy has placed', async () => {
    asked = [];
    expect(await regionOf(asking, PROXY, { 'x-forwarded-for': '203.0.113.1', 'x-country': 'JP' })).toBe('JP');
    expect(asked).toEqual([]);
    expect(await visitor('203.0.113.1')).toBe('FR');
    expect(await visitor('203.0.113.1')).toBe('FR');
    // L12: of the visitor's address the service learns the network alone.
    expect(asked).toEqual(['/of/203.0.113.0']);
    expect(await visitor('203.0.113.254')).toBe('FR');
    expect(asked).toHaveLength(1);
    expect(await visitor('2001:db8:0:7:a:b:c:d')).toBe('FR');
    expect(asked.at(-1)).toBe(`/of/${encodeURIComponent('2001:db8:0::')}`);
  });

  it('is not asked about addresses of a private network', async () => {
    asked = [];
    for (const address of ['127.0.0.1', '192.168.1.1', '169.254.169.254', '::1', 'fe80::1']) {
      expect(await regionOf(asking, address)).toBe('US');
    }
    expect(asked).toEqual([]);
  });

  it('D8 that fails is left alone for a while, and the visitor has an answer', async () => {
    asked = [];
    answer = 'never';
    const began = performance.now();
    expect(await visitor('198.51.100.2')).toBe('US');
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(await visitor('198.51.100.3')).toBe('US');
    expect(asked).toEqual(['/of/198.51.100.0']);
  });
});
