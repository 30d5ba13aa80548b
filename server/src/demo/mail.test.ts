import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { createPasswords } from '../features/accounts/passwords/passwords.ts';
import { MailOutbox } from '../gateways/mail-outbox.ts';
import { createSampleMember, SAMPLE_MEMBER } from './member.ts';

const SENDER = { name: 'Oriel "Tours" Ä', address: 'hello@tours.example' };
const MAIL = {
  to: 'anna@example.org',
  subject:
    'Grüße: your code, with a rather long subject that does not fit into one line of a mail header 漢字',
  text: `Hello,\n\n    123456\n\nhttps://tours.example/login#reset=abc_-d\n\n${'A long line. '.repeat(40)}\nÄÖÜ = ß`,
  html: '<!doctype html><html><head><title>x</title></head><body><p style="color:red">Hé <script>alert(1)</script></p></body></html>',
};

let site: TestApp;
let outbox: MailOutbox;
beforeAll(async () => {
  site = await createTestApp();
  outbox = new MailOutbox(site.config.mail.outboxDir, SENDER);
});
afterAll(() => site.close());

const get = (url: string) => site.app.inject(url);

describe('the outbox of the demo', () => {
  it('is empty at first', async () => {
    const page = await get('/demo/mail');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Nothing has been sent yet.');
  });

  it('lists sent mails, the newest first, and shows each unchanged', async () => {
    await outbox.send(MAIL);
    await outbox.send({ ...MAIL, to: 'berta@example.org', subject: 'Second', replyTo: 'carl@example.org' });
    const list = await get('/demo/mail');
    expect(list.body.indexOf('berta@example.org')).toBeLessThan(list.body.indexOf('anna@example.org'));
    expect(list.body).toContain(`>${MAIL.subject}</a>`);

    const [second = '', first = ''] = [...list.body.matchAll(/href="(\/demo\/mail\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    const page = await get(first);
    expect(page.body).toContain('    123456\n');
    expect(page.body).toContain('ÄÖÜ = ß');
    expect(page.body).toContain('A long line. '.repeat(40).trim());
    expect(page.body).toContain(
      '<a href="https://tours.example/login#reset=abc_-d">https://tours.example/login#reset=abc_-d</a>',
    );
    expect((await get(second)).body).toContain('<dd>carl@example.org</dd>');

    const html = await get(`${first}/html`);
    expect(html.body).toContain('<p style="color:red">Hé <script>alert(1)</script></p>');
  });

  it('runs no script of a mail, and can be framed only by pages of the site', async () => {
    const [, path = ''] = /href="(\/demo\/mail\/[^"]+)"/.exec((await get('/demo/mail')).body) ?? [];
    const html = await get(`${path}/html`);
    const policy = String(html.headers['content-security-policy']);
    expect(policy).toMatch(/(^|; )sandbox (?!.*allow-scripts)(?!.*allow-same-origin)/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).toContain("frame-ancestors 'self'");
    const page = await get(path);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('escapes the content of mails', async () => {
    await outbox.send({
      ...MAIL,
      subject: '<img src=x onerror=alert(1)>',
      text: '<script>alert(1)</script>',
    });
    const list = await get('/demo/mail');
    expect(list.body).toContain('&lt;img src=x');
    const [, path = ''] = /href="(\/demo\/mail\/[^"]+)"/.exec(list.body) ?? [];
    expect((await get(path)).body).not.toContain('<script>');
  });

  it.each(['x', '..%2f..%2fsecret', '%2e%2e', '2026-01-01T00-00-00.000Z-0123456789abcdef', 'a/b'])(
    'responds with 404 for the mail %s',
    async (id) => {
      writeFileSync(path.join(site.config.dataDir, 'secret.eml'), 'secret');
      for (const path of [`/demo/mail/${id}`, `/demo/mail/${id}/html`]) {
        expect((await get(path)).statusCode).toBe(404);
      }
    },
  );

  it('omits incomplete files', async () => {
    const before = (await get('/demo/mail')).body;
    writeFileSync(
      path.join(site.config.mail.outboxDir, '.2026-01-01T00-00-00.000Z-0123456789abcdef.tmp'),
      'x',
    );
    expect((await get('/demo/mail')).body).toBe(before);
  });

  it('F7 refuses mails whose headers contain line breaks', async () => {
    const before = readdirSync(site.config.mail.outboxDir).length;
    const attack = 'x\r\nBcc: everybody@example.org';
    for (const change of [{ to: attack }, { subject: attack }, { replyTo: attack }]) {
      await expect(outbox.send({ ...MAIL, ...change })).rejects.toThrow('control character');
    }
    expect(readdirSync(site.config.mail.outboxDir)).toHaveLength(before);
  });

  it('is not there in production', async () => {
    const production = await createTestApp({ config: { mode: 'production' } });
    for (const path of ['/demo/mail', '/demo/mail/2026-01-01T00-00-00.000Z-0123456789abcdef']) {
      expect((await production.app.inject(path)).statusCode).toBe(404);
    }
    expect(existsSync(production.config.mail.outboxDir)).toBe(false);
    await production.close();
  });
});

describe('a demo on this machine', () => {
  let siteUrl: string;
  beforeAll(async () => {
    siteUrl = await site.listen();
  });
  const request = (url: string, host: string, headers: Record<string, string> = {}) =>
    site.app.inject({ url, headers: { ...headers, host } });

  /** Over a connection, where cached responses are sent before Fastify sees the request. */
  const status = (url: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      httpGet(`${siteUrl}${url}`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });

  it.each(['/demo/mail', '/api/categories', '/.well-known/security.txt', '/landing', '/nowhere', '/healthz'])(
    'does not serve %s under a foreign name',
    async (url) => {
      for (const host of [
        'evil.example',
        'localhost.evil.example',
        'evil.example:3000',
        '127.0.0.1.evil.example',
        '2130706433',
        '0.0.0.0:3000',
      ]) {
        // Fills the cache.
        expect(await status(url, 'localhost:3000')).not.toBe(421);
        expect(await status(url, host), host).toBe(421);
        expect((await request(url, host)).json()).toMatchObject({ status: 421, code: 'unknown_host' });
      }
    },
  );

  it('is served under the names of this machine, unless a proxy forwards another', async () => {
    for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:8080', '[::1]:3000', '[::1]'])
      expect((await request('/demo/mail', host)).statusCode, host).toBe(200);
    const proxied = await request('/demo/mail', '127.0.0.1:3000', { 'x-forwarded-host': 'tours.example' });
    expect(proxied.statusCode).toBe(421);
  });
});

describe('a demo that other machines can reach', () => {
  const basic = (credentials: string) => ({
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  });

  it('is served under its public name, and requires a password for mails', async () => {
    const open = await createTestApp({
      config: {
        host: '192.168.1.20',
        publicUrl: 'https://demo.tours.example',
        outboxPassword: 'correct:horse',
      },
    });
    const request = (url: string, headers: Record<string, string> = {}) =>
      open.app.inject({ url, headers: { ...headers, host: 'demo.tours.example' } });
    expect((await request('/api/categories')).statusCode).toBe(200);
    const near = await open.app.inject({ url: '/api/categories', headers: { host: '192.168.1.20:3000' } });
    expect(near.statusCode).toBe(200);
    expect(
      (await open.app.inject({ url: '/demo/mail', headers: { host: 'tours.example' } })).statusCode,
    ).toBe(421);
    for (const headers of [{}, basic('demo:wrong'), basic('correct:horse:'), { authorization: 'Basic %%' }]) {
      const refused = await request('/demo/mail', headers as Record<string, string>);
      expect(refused.statusCode).toBe(401);
      expect(refused.headers['www-authenticate']).toContain('Basic ');
      expect(refused.body).not.toContain('<html');
    }
    expect((await request('/demo/mail', basic('anyone:correct:horse'))).statusCode).toBe(200);
    await open.close();
  });
});

describe('the sample member', () => {
  it('is created once, verified, and can sign in', async () => {
    const passwords = createPasswords(site.config);
    expect(await createSampleMember(site.db, passwords)).toBe(true);
    expect(await createSampleMember(site.db, passwords)).toBe(false);
    const { email, password } = SAMPLE_MEMBER;
    const response = await site.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
    });
    expect(response.json().user).toMatchObject({ name: 'Sam Sample', emailVerified: true });
  });
});
