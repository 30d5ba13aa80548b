import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { COUNTRY_CODES } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { networkOf } from './lookup.ts';

const PROXY = '10.1.2.3';
let site: TestApp;
let siteWithLookup: TestApp;
let service: Server;
/** The URLs that the geolocation service received, and its response. */
let received: string[] = [];
let lookupResponse: { status: number; body: string } | 'never' = {
  status: 200,
  body: '{"country_code":"fr"}',
};

beforeAll(async () => {
  service = createServer((request, response) => {
    received.push(request.url ?? '');
    if (lookupResponse !== 'never') response.writeHead(lookupResponse.status).end(lookupResponse.body);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const trustedProxies = ['10.0.0.0/8', '2001:db8::1'];
  const { port } = service.address() as AddressInfo;
  site = await createTestApp({ config: { trustedProxies } });
  siteWithLookup = await createTestApp({
    config: {
      trustedProxies,
      region: { header: 'x-country', lookupUrl: `http://127.0.0.1:${port}/of/{ip}` },
    },
  });
});
afterAll(async () => {
  await Promise.all([site.close(), siteWithLookup.close()]);
  service.closeAllConnections();
  service.close();
});

async function regionOf(app: TestApp, remoteAddress: string, headers: Record<string, string> = {}) {
  const response = await app.app.inject({ url: '/api/region', remoteAddress, headers });
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  return response.json().country_code;
}

it('knows 249 countries', () => {
  expect(new Set(COUNTRY_CODES).size).toBe(249);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([]);
});

describe('the country header of a proxy', () => {
  it('is used if the proxy is trusted', async () => {
    expect(await regionOf(site, PROXY, { 'cf-ipcountry': 'IN' })).toBe('IN');
    expect(await regionOf(site, PROXY, { 'cf-ipcountry': ' de ' })).toBe('DE');
    expect(await regionOf(site, '2001:db8::1', { 'cf-ipcountry': 'IN' })).toBe('IN');
    expect(await regionOf(site, `::ffff:${PROXY}`, { 'cf-ipcountry': 'IN' })).toBe('IN');
  });

  it('is ignored if the sender is not a trusted proxy', async () => {
    expect(await regionOf(site, '203.0.113.5', { 'cf-ipcountry': 'IN' })).toBe('US');
    expect(await regionOf(site, '203.0.113.5', { 'cf-ipcountry': 'IN', 'x-forwarded-for': PROXY })).toBe(
      'US',
    );
  });

  it.each(['XX', 'T1', '', 'IND', '<b>', 'IN, DE'])('is ignored if it is "%s"', async (country) => {
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
])('the network of %s is %s', (ip, network) => expect(networkOf(ip)).toBe(network));

describe('a geolocation service', () => {
  const regionOfVisitor = (ip: string) => regionOf(siteWithLookup, PROXY, { 'x-forwarded-for': ip });

  it('is called once per network, and not if a proxy names the country', async () => {
    received = [];
    expect(
      await regionOf(siteWithLookup, PROXY, { 'x-forwarded-for': '203.0.113.1', 'x-country': 'JP' }),
    ).toBe('JP');
    expect(received).toEqual([]);
    expect(await regionOfVisitor('203.0.113.1')).toBe('FR');
    expect(await regionOfVisitor('203.0.113.1')).toBe('FR');
    // L12: the service receives the network alone.
    expect(received).toEqual(['/of/203.0.113.0']);
    expect(await regionOfVisitor('203.0.113.254')).toBe('FR');
    expect(received).toHaveLength(1);
    expect(await regionOfVisitor('2001:db8:0:7:a:b:c:d')).toBe('FR');
    expect(received.at(-1)).toBe(`/of/${encodeURIComponent('2001:db8:0::')}`);
  });

  it('is not called for IPs of private networks', async () => {
    received = [];
    for (const ip of ['127.0.0.1', '192.168.1.1', '169.254.169.254', '::1', 'fe80::1']) {
      expect(await regionOf(siteWithLookup, ip)).toBe('US');
    }
    expect(received).toEqual([]);
  });

  it('D8 that fails is not called for a while, and the visitor gets the default', async () => {
    received = [];
    lookupResponse = 'never';
    const startedAt = performance.now();
    expect(await regionOfVisitor('198.51.100.2')).toBe('US');
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(await regionOfVisitor('198.51.100.3')).toBe('US');
    expect(received).toEqual(['/of/198.51.100.0']);
  });
});
