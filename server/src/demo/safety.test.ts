import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { createLog } from '../log.ts';

let log = '';
let site: TestApp;
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  site = await createTestApp({ log: createLog('warn', destination) });
});
afterAll(() => site.close());

describe('a demo with a real gateway', () => {
  it('has no sandbox that would sign payments with its keys', async () => {
    const checkout = {
      method: 'POST',
      url: '/sandbox/razorpay/v1/checkout',
      payload: { order_id: 'order_x', outcome: 'paid' },
    } as const;
    expect((await site.app.inject(checkout)).json()).not.toMatchObject({ code: 'not_found' });
    const { payments } = site.config;
    const real = await createTestApp({
      config: { payments: { ...payments, apiUrl: 'https://gateway.example', keySecret: 'a key secret' } },
    });
    expect((await real.app.inject(checkout)).json()).toMatchObject({ status: 404, code: 'not_found' });
    expect((await real.app.inject('/sandbox/razorpay/checkout.js')).statusCode).toBe(404);
    await real.close();
  });
});

describe('a proxy that is not trusted', () => {
  it('is named in the log, once, when it is near', async () => {
    const request = (remoteAddress: string) =>
      site.app.inject({ url: '/healthz', remoteAddress, headers: { 'x-forwarded-for': '198.51.100.7' } });
    await request('203.0.113.9');
    expect(log).not.toContain('TRUSTED_PROXIES');
    await request('10.0.0.2');
    await request('10.0.0.3');
    expect(log.match(/TRUSTED_PROXIES/g)).toHaveLength(1);
    expect(log).toContain('"proxy":"10.0.0.2"');
  });
});
