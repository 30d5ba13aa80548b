import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';

let test: TestApp;
let serverUrl: URL;
beforeAll(async () => {
  test = await createTestApp({ config: { mode: 'production', publicUrl: 'https://tours.example' } });
  serverUrl = new URL(await test.listen());
});
afterAll(() => test.close());

/** Sends raw bytes. @returns the whole response */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(serverUrl.port), serverUrl.hostname, () => socket.write(text));
    let response = '';
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      response += data;
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
    socket.setTimeout(5_000, () => socket.destroy(new Error('no response')));
  });
}

const request = (line: string, headers = '', body = '') =>
  sendRaw(`${line} HTTP/1.1\r\nhost: tours.example\r\nconnection: close\r\n${headers}\r\n${body}`);

function expectProblem(response: string, status: number, code: string): void {
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(response).toMatch(/content-type: application\/problem\+json/i);
  const body = JSON.parse(response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1));
  expect(body).toMatchObject({ status, code });
  expect(body.detail).toMatch(/^[A-Z].*\.$/);
}

/** An endpoint with a JSON body. The id does not exist: only refusals before the handler matter here. */
const LIKE = '/api/vr360/999999/like';
const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: 'POST',
    url: LIKE,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('URLs', () => {
  it.each(['/%', '/%zz', '/api/vr360/%E0%A4%A', '/%c0%ae%c0%ae/', '/api/vr360/a%00b', '/api/vr360?q=%00'])(
    'refuses %s with 400',
    async (path) => expectProblem(await request(`GET ${path}`), 400, 'invalid_request'),
  );

  it('refuses a parameter of unreasonable length', async () => {
    const response = await test.app.inject(`/api/vr360/${'a'.repeat(5_000)}`);
    expect([404, 414]).toContain(response.statusCode);
    expect(response.headers['content-type']).toContain('application/problem+json');
  });

  it('responds with a problem to unknown paths below /api', async () => {
    expectProblem(await request('GET /api/nothing'), 404, 'not_found');
  });
});

describe('targets in absolute form', () => {
  it('are served as their path', async () => {
    expect(await request('GET http://any.example/api/categories')).toMatch(/^HTTP\/1.1 200 /);
    expect(await request('GET HTTPS://any.example/api/categories?x=http://y/')).toMatch(/^HTTP\/1.1 200 /);
    expect(await request('GET http://any.example/categories')).toMatch(
      /^HTTP\/1.1 200 [\s\S]*<!DOCTYPE html/,
    );
    expect(await request('GET http://any.example')).toMatch(/^HTTP\/1.1 200 [\s\S]*<!DOCTYPE html/);
    expect(await request('GET http://any.example?q=1')).toMatch(/^HTTP\/1.1 200 [\s\S]*<!DOCTYPE html/);
    expect(await request('GET http://any.example/no/such/page')).toMatch(/^HTTP\/1.1 404 /);
  });

  it('are under the same rules', async () => {
    expectProblem(await request('GET http://x/api/nothing'), 404, 'not_found');
    expectProblem(await request('GET http://x/media/nothing'), 404, 'not_found');
    expectProblem(await request('GET http://x/api/vr360/a%00b'), 400, 'invalid_request');
    expectProblem(await request('DELETE http://x/api/categories'), 405, 'method_not_allowed');
  });

  it('set the host that an origin is compared with, overriding the Host header', async () => {
    const like = (host: string, origin: string) =>
      request(`POST http://${host}${LIKE}`, `origin: ${origin}\r\ncontent-length: 0\r\n`);
    expect(await like('other.example', 'https://other.example')).toMatch(/^HTTP\/1.1 404 /);
    expectProblem(await like('a.example', 'http://evil.example'), 403, 'foreign_origin');
    expectProblem(await like('evil.example@a.example', 'http://evil.example'), 403, 'foreign_origin');
  });

  it.each(['GET *', 'OPTIONS *', 'GET ftp://x/y', 'GET http:', 'GET x:y', 'GET http://', 'GET http://[/'])(
    'or malformed ones are never a server error: %s',
    async (line) => expect(await request(line)).toMatch(/^HTTP\/1.1 [234]\d\d /),
  );
});

describe('methods', () => {
  it('lists the allowed ones with 405', async () => {
    const response = await request('DELETE /api/categories');
    expectProblem(response, 405, 'method_not_allowed');
    expect(response).toMatch(/^allow: GET, HEAD\r$/im);
  });

  it('refuses TRACE and unknown methods', async () => {
    expectProblem(await request('TRACE /api/categories'), 405, 'method_not_allowed');
    expectProblem(await request('FROBNICATE /api/categories'), 400, 'malformed_request');
  });

  it('ignores a method override', async () => {
    expect(await request('GET /api/categories', 'x-http-method-override: DELETE\r\n')).toMatch(
      /^HTTP\/1.1 200 /,
    );
  });
});

describe('headers', () => {
  it('refuses too many of them with 431', async () => {
    expectProblem(await request('GET /healthz', `x-a: ${'a'.repeat(20_000)}\r\n`), 431, 'headers_too_large');
  });

  it('refuses a malformed request, with the security headers', async () => {
    const response = await sendRaw('nonsense\r\n\r\n');
    expectProblem(response, 400, 'malformed_request');
    expect(response).toMatch(/^x-content-type-options: nosniff\r$/m);
    expect(response).toMatch(/^content-security-policy: default-src 'none'; frame-ancestors 'none'/m);
    expectProblem(await request('GET /healthz', 'a b: c\r\n'), 400, 'malformed_request');
  });

  it('refuses both Content-Length and Transfer-Encoding', async () => {
    const headers = 'content-length: 1\r\ntransfer-encoding: chunked\r\n';
    expectProblem(await request(`POST ${LIKE}`, headers, '0\r\n\r\n'), 400, 'malformed_request');
  });

  it('cuts off headers that never end', { timeout: 30_000 }, async () => {
    const impatient = await createTestApp({ config: { headersTimeoutMs: 2_000 } });
    const own = new URL(await impatient.listen());
    const began = performance.now();
    const response = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(own.port), own.hostname, () =>
        socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n'),
      );
      socket.setEncoding('utf8');
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
      // Others are served meanwhile.
      void fetch(new URL('/healthz', own)).then((other) => expect(other.status).toBe(200));
    });
    expectProblem(response, 408, 'request_timeout');
    expect(performance.now() - began).toBeGreaterThan(1_900);
    expect(performance.now() - began).toBeLessThan(15_000);
    await impatient.close();
  });

  it('sets the security headers on every response', async () => {
    for (const url of ['/healthz', '/api/categories', '/api/nothing', '/api/docs']) {
      const { headers } = await test.app.inject(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': expect.stringContaining('same-origin'),
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['permissions-policy']).toContain('gyroscope=(self)');
      expect(headers['x-request-id']).toBeTruthy();
    }
  });
});

describe('origins', () => {
  it.each([
    'https://evil.example',
    'null',
    'http://tours.example.evil.example',
    'https://tours.example:444',
    '%',
  ])('refuses a change from %s', async (origin) => {
    const response = await post('{}', { origin, host: 'tours.example' });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'foreign_origin' });
  });

  it.each([
    ['the public URL', { origin: 'https://tours.example', host: 'internal:3000' }],
    ['the requested host', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    ['a client without Origin', { host: 'tours.example' }],
  ])('accepts a change from %s', async (_, headers) => {
    expect((await post('{}', headers as Record<string, string>)).statusCode).toBe(404);
  });

  it('accepts reads from any origin', async () => {
    const response = await test.app.inject({
      url: '/api/categories',
      headers: { origin: 'https://evil.example' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('bodies', () => {
  it.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/xml', '<a/>'],
    ['nonsense', '{}'],
  ])('refuses %s with 415', async (type, body) => {
    const response = await post(body, { 'content-type': type });
    expect(response.statusCode).toBe(415);
    expect(response.headers['content-type']).toContain('application/problem+json');
  });

  it('refuses compressed bodies', async () => {
    expect((await post('{}', { 'content-encoding': 'gzip' })).statusCode).toBe(415);
  });

  it('refuses more than a megabyte', async () => {
    expect((await post(JSON.stringify({ a: 'x'.repeat(1_100_000) }))).statusCode).toBe(413);
  });

  it.each([
    ['malformed JSON', '{"a":'],
    ['a number that overflows', '1e999'],
    ['deep nesting', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['deep objects', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`],
    ['__proto__', '{"__proto__":{"polluted":true}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['escaped __proto__', '{"\\u005f_proto__":{"polluted":true}}'],
  ])('refuses %s with 400', async (_, body) => {
    const response = await post(body);
    expect(response.statusCode).toBe(400);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('refuses malformed UTF-8', async () => {
    expect((await post(Buffer.from([0x22, 0xff, 0xfe, 0x22]))).statusCode).toBe(400);
  });

  it('accepts brackets within strings, and an empty body', async () => {
    expect((await post(JSON.stringify({ createdDate: '[{"'.repeat(20) }))).statusCode).toBe(404);
    expect((await post('')).statusCode).toBe(404);
    expect((await test.app.inject({ method: 'POST', url: LIKE })).statusCode).toBe(404);
  });
});

describe('tokens', () => {
  it.each(['Bearer abc.def.ghi', 'bearer x', 'Basic YTpi', 'Bearer', 'Bearer a b', ''])(
    'refuses "%s" on API calls',
    async (authorization) => {
      const response = await test.app.inject({ url: '/api/categories', headers: { authorization } });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toMatchObject({ code: 'invalid_token' });
      expect(response.headers['www-authenticate']).toContain('Bearer');
    },
  );
});

describe('Strict-Transport-Security', () => {
  const HEADER = 'strict-transport-security';

  it.each(['/healthz', '/api/vr360', '/experiences', '/api/nothing', '/%zz'])(
    'is set on %s where the public URL is https',
    async (path) => {
      const { headers } = await test.app.inject(path);
      expect(headers[HEADER]).toBe('max-age=31536000; includeSubDomains');
    },
  );

  it('is not set where it is http', async () => {
    const local = await createTestApp();
    const { headers } = await local.app.inject('/healthz');
    await local.close();
    expect(headers).not.toHaveProperty(HEADER);
  });
});
