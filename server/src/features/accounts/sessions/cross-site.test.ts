import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { useAccountsApp } from '../../../../testing/use-app.ts';

const PUBLIC_URL = 'https://tours.test';
const site = useAccountsApp({ config: { mode: 'production', publicUrl: PUBLIC_URL } });

/** Every endpoint that changes something, with a valid body. */
const CHANGES: [method: 'POST' | 'PATCH' | 'DELETE', path: string, body: Record<string, unknown>][] = [
  ['POST', 'signup', { email: 'csrf@example.org', password: PASSWORD, firstName: 'Anna' }],
  ['POST', 'login', { email: 'csrf@example.org', password: PASSWORD }],
  ['POST', 'token/refresh', { refreshToken: 'x' }],
  ['POST', 'otp/request', { channel: 'email', email: 'csrf@example.org', purpose: 'login' }],
  ['POST', 'otp/verify', { channel: 'email', email: 'csrf@example.org', purpose: 'login', code: '123456' }],
  ['POST', 'password/reset/request', { email: 'csrf@example.org' }],
  ['POST', 'password/reset/confirm', { resetToken: 'x', newPassword: PASSWORD }],
  ['POST', 'email/verify', { token: 'x' }],
  ['POST', 'logout', {}],
  ['POST', 'password/change', { currentPassword: PASSWORD, newPassword: 'another corridor' }],
  ['PATCH', 'me', { firstName: 'Mallory' }],
  ['DELETE', 'me', { password: PASSWORD }],
  ['DELETE', 'sessions/s_x', {}],
];

const FOREIGN = [
  'https://evil.test',
  'null',
  // Sibling hosts share a registrable domain, so SameSite treats them as one site.
  'https://blog.tours.test',
  'https://evil.tours.test',
  'https://test',
  'http://tours.test:8080',
  'https://tours.test.evil.test',
  'https://tours.test:444',
  'https://eviltours.test',
  'https://tours.tes',
];

describe('A22 a page of another site cannot act', () => {
  it.each(CHANGES)('%s /api/auth/%s from any foreign origin', async (method, path, body) => {
    for (const origin of FOREIGN) {
      const response = await site.call(method, path, { body, headers: { origin, host: 'tours.test' } });
      expect(response.statusCode, origin).toBe(403);
      expect(response.json(), origin).toMatchObject({ code: 'foreign_origin' });
      expect(response.headers['set-cookie'], origin).toBeUndefined();
    }
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'email=a%40example.org&password=x'],
    ['a form with files', 'multipart/form-data; boundary=x', '--x--'],
    ['plain text that is JSON', 'text/plain', '{"email":"a@example.org","password":"x"}'],
    ['plain text with a parameter', 'text/plain; charset=application/json', '{}'],
    ['no type at all', undefined, '{"email":"a@example.org","password":"x"}'],
  ])(
    '%s, which browsers send without a preflight, is refused even without an origin',
    async (_, type, body) => {
      for (const [method, path] of CHANGES) {
        const response = await site.app.inject({
          method,
          url: `/api/auth/${path}`,
          payload: body,
          headers: { ...(type && { 'content-type': type }) },
        });
        // Endpoints for members check the bearer token first, which no other site has.
        expect([401, 415], `${method} ${path}`).toContain(response.statusCode);
        if (response.statusCode === 401) expect(response.json().code).toBe('not_signed_in');
      }
    },
  );

  it('refused requests create no account and leave the member unchanged', async () => {
    const member = await site.join();
    const headers = { origin: 'https://evil.test', host: 'tours.test' };
    await site.call('PATCH', 'me', { token: member.token, body: { firstName: 'Mallory' }, headers });
    await site.call('DELETE', 'me', { token: member.token, body: { password: PASSWORD }, headers });
    await site.call('POST', 'logout', { token: member.token, body: {}, headers });
    const me = await site.call('GET', 'me', { token: member.token });
    expect(me.json().user).toEqual(member.user);
    const row = await site.db
      .selectFrom('members')
      .select('id')
      .where('email', '=', 'csrf@example.org')
      .executeTakeFirst();
    expect(row).toBeUndefined();
  });

  it('the same requests from our own pages are accepted', async () => {
    for (const origin of [PUBLIC_URL, 'https://internal.test:8443']) {
      const body = { email: newEmail(), password: PASSWORD, firstName: 'Anna' };
      const headers = { origin, host: 'internal.test:8443' };
      expect((await site.call('POST', 'signup', { body, headers })).statusCode).toBe(200);
    }
  });

  it('two Origin headers are refused', async () => {
    const url = new URL(await site.listen());
    const response = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(url.port), url.hostname, () =>
        socket.write(
          'POST /api/auth/logout HTTP/1.1\r\nhost: tours.test\r\nconnection: close\r\n' +
            `origin: ${PUBLIC_URL}\r\norigin: https://evil.test\r\n` +
            'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
        ),
      );
      socket.setEncoding('utf8');
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(response).toMatch(/^HTTP\/1.1 (403|400) /);
  });
});

describe('A23 a page of another site cannot read', () => {
  const origins = ['https://evil.test', 'null', 'https://tours.test.evil.test', 'https://blog.tours.test'];

  it.each(origins)('responses for %s have no CORS headers', async (origin) => {
    const member = await site.join();
    const headers = { origin, host: 'tours.test' };
    const responses = await Promise.all([
      site.call('GET', 'me', { token: member.token, headers }),
      site.call('GET', 'me', { headers }),
      site.call('GET', 'sessions', { token: member.token, headers }),
      site.call('POST', 'login', { body: { email: member.email, password: PASSWORD }, headers }),
      site.app.inject({ url: '/api/categories', headers }),
      site.app.inject({ url: '/api/auth/oauth/google?redirect=1', headers }),
      site.app.inject({
        method: 'OPTIONS',
        url: '/api/auth/login',
        headers: {
          ...headers,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type',
        },
      }),
    ]);
    for (const response of responses) {
      const corsHeaders = Object.keys(response.headers).filter((name) => name.startsWith('access-control-'));
      expect(corsHeaders).toEqual([]);
      expect(String(response.headers.vary)).toMatch(/\bOrigin\b/);
    }
    // A browser sends the real request only after a preflight that allows it.
    expect(responses.at(-1)?.headers['access-control-allow-methods']).toBeUndefined();
  });
});
