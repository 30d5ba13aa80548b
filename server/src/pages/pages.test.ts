import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { COMPANY_PAGES, MAX_PAGE_BYTES, pageScales } from '../../testing/page-weight.ts';
import { inTransaction } from '../database/database.ts';
import { changeCatalogue, createCategory, createExperiences } from '../features/catalogue/service.ts';

const RAZORPAY_CHECKOUT = 'https://checkout.razorpay.com/v1/checkout.js';
const HOSTILE_NAME = 'Inns</script><script>alert(1)</script>';

/** Pages have no pictures here: what names them on a page of the demo, and room to grow before the limit is missed. */
const PICTURES_BYTES = 3_000;

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
  await inTransaction(site.db, async (tx) => {
    await createCategory(tx, { id: 1, name: HOSTILE_NAME, description: 'Beds <b>&</b> tables', icon: '🛏️' });
  });
});
afterAll(() => site.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'GET', url, headers });

/** The directive of a content security policy as its list of sources. */
function sources(policy: unknown, directive: string): string[] {
  const match = String(policy)
    .split('; ')
    .find((part) => part.startsWith(`${directive} `));
  return match?.split(' ').slice(1) ?? [];
}

describe('a page', () => {
  it('allows only its own inline scripts, by hash', async () => {
    const response = await get('/experiences');
    expect(response.statusCode).toBe(200);
    const allowed = sources(response.headers['content-security-policy'], 'script-src');
    expect(allowed).not.toContain("'unsafe-inline'");
    const scripts = [
      ...response.body.matchAll(/<script(?![^>]*(?:src=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g),
    ];
    expect(scripts.length).toBeGreaterThan(1);
    expect(response.body).toContain('type="text/later"');
    expect(response.body).not.toContain('nonce');
    for (const [, text = ''] of scripts) {
      expect(allowed).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    }
  });

  it('lets nothing of its scripts pass what is painted first', async () => {
    for (const [url, preload] of [
      ['/experiences', '<link data-later="modulepreload" '],
      ['/login', '<link rel="modulepreload" fetchpriority="low" '],
    ] as const) {
      const { body } = await get(url);
      expect(body.match(/<link [^>]*modulepreload/g)?.length).toBe(body.split(preload).length - 1);
      expect(body).not.toContain('type="module"');
    }
  });

  it('allows the scripts, frames and connections of the payment window', async () => {
    const config = { payments: { ...site.config.payments, checkoutScript: RAZORPAY_CHECKOUT } };
    const testApp = await createTestApp({ config });
    const { headers } = await testApp.app.inject('/categories');
    await testApp.close();
    const policy = headers['content-security-policy'];
    expect(sources(policy, 'script-src')).toContain('https://checkout.razorpay.com');
    // Frames of api.razorpay.com, connections to lumberjack.razorpay.com.
    for (const directive of ['frame-src', 'connect-src', 'img-src']) {
      expect(sources(policy, directive)).toContain('https://*.razorpay.com');
      expect(sources(policy, directive)).not.toContain('https:');
    }
    // A bank's pop-up window reports its result to the page.
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    const own = await get('/categories');
    expect(sources(own.headers['content-security-policy'], 'script-src').join()).not.toContain('https');
  });

  it('allows the hosts of the catalogue at once after a change', async () => {
    const policy = async (url: string) => (await get(url)).headers['content-security-policy'];
    expect(sources(await policy('/careers'), 'frame-src').join()).not.toContain('rooms.example');
    await changeCatalogue(site.db, site.app.responseCache, (tx) =>
      createExperiences(tx, [
        {
          slug: 'rooms-elsewhere',
          mediaUrl: 'rooms.example/a?b',
          thumbnail: 'https://thumbs.example/a.jpg',
        },
        { slug: 'video-elsewhere', mediaUrl: ' https://Videos.example:8443/a.MP4?t=1 ' },
        { slug: 'photo-elsewhere', mediaUrl: '//photos.example/a.jpg#b' },
        { slug: 'tube-elsewhere', mediaUrl: 'https://youtu.be/abcdefghijk' },
        { slug: 'own-elsewhere', mediaUrl: '/embeds/a' },
        {
          slug: 'hostile-elsewhere',
          mediaUrl: "https://x.example;script-src'*'/a",
          thumbnail: 'javascript:1',
        },
      ]),
    );
    const [now, elsewhere] = [await policy('/careers'), await policy('/experiences')];
    expect(sources(now, 'frame-src')).toEqual(
      expect.arrayContaining(["'self'", 'https://rooms.example', 'https://www.youtube.com']),
    );
    expect(sources(elsewhere, 'frame-src')).toEqual(sources(now, 'frame-src'));
    expect(sources(now, 'media-src')).toEqual(["'self'", 'blob:', 'https://videos.example:8443']);
    // A URL without a scheme has that of the site.
    expect(sources(now, 'connect-src')).toEqual(["'self'", 'http://photos.example']);
    expect(sources(now, 'img-src')).toContain('https://thumbs.example');
    expect(String(now).match(/script-src/g)).toHaveLength(1);
  });

  it('escapes texts of the catalogue', async () => {
    for (const url of ['/categories', '/categories/1/subcategories', '/experiences']) {
      const { body, statusCode } = await get(url);
      expect(statusCode).toBe(200);
      expect(body).toContain('Inns');
      expect(body).not.toContain('<script>alert(1)');
    }
  });

  it('is the same for every guest, compressed or not, and revalidated by its entity tag', async () => {
    const plain = await get('/categories');
    const { etag } = plain.headers;
    expect(plain.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': expect.stringContaining('public'),
    });
    const brotli = await get('/categories', { 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    const gzip = await get('/categories', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    const again = await get('/categories', { 'if-none-match': String(etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('shows a change of the catalogue, and of its size', async () => {
    const changing = await createTestApp({ config: { responseCacheMs: 0 } });
    const read = async () => (await changing.app.inject('/categories')).body;
    expect(await read()).toContain('No categories found');
    await inTransaction(changing.db, (tx) => createCategory(tx, { id: 1, name: 'Inns', icon: '🛏️' }));
    const first = await read();
    expect(first).toContain('Inns');
    expect(await read()).toBe(first);
    await inTransaction(changing.db, (tx) => createCategory(tx, { id: 2, name: 'Boats', icon: '⛵' }));
    expect(await read()).toContain('Boats');
    await changing.close();
  });

  it('is also available as data for client-side navigation', async () => {
    const response = await get('/experiences.data?q=x');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/x-script');
    expect(response.headers.etag).toBeDefined();
  });

  it.each([
    '/no/such/page',
    '//evil.example/experiences',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/categories/abc/subcategories',
  ])('that does not exist is a 404: %s', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toContain('Page not found');
  });

  it.each(['/%E0%A4%A', '/experiences/vr/%E0%A4%A', '/experiences?tag=%00', '/a%00b'])(
    'for 404 is what a browser gets for %s, which cannot be decoded',
    async (url) => {
      const response = await get(url, { accept: 'text/html,application/xhtml+xml' });
      expect(response.statusCode).toBe(404);
      expect(response.body).toBe((await get('/no/such/page')).body);
      const headed = await site.app.inject({ method: 'HEAD', url, headers: { accept: 'text/html' } });
      expect(headed.headers['content-type']).toContain('text/html');
      expect((await get(url)).headers['content-type']).toContain('json');
    },
  );

  it('for 404 is the same for all unknown URLs', async () => {
    const { body } = await get('/no/such/page');
    expect((await get('/x1?y=2')).body).toBe(body);
    const data = await get('/x1.data');
    expect(data.statusCode).toBe(404);
    expect((await get('/x2.data?_routes=root')).body).toBe(data.body);
  });

  it.each([
    ['/experiences/vr/', 'VR experience not found'],
    ['/vr360/', 'We could not find that VR experience.'],
    ['/categories/', 'Page not found'],
  ])('about a missing entity is the same for all ids: %s', async (path, words) => {
    const url = (id: string) => `${path}${id}${path === '/categories/' ? '/subcategories' : ''}`;
    const missing = await get(url('9'));
    expect(missing.statusCode).toBe(404);
    expect(missing.body).toContain(words);
    // "0" is the canonical missing id.
    for (const id of ['no-such-thing', '0']) expect((await get(url(id))).body).toBe(missing.body);
    expect((await get(`${url('0')}?settings=x`)).body).toBe(missing.body);
    const data = await get(`${url('8')}.data`);
    expect([data.statusCode, data.headers['content-type']]).toEqual([
      404,
      expect.stringContaining('text/x-script'),
    ]);
    expect((await get(`${url('7')}.data`)).body).toBe(data.body);
  });

  it('about a new entity appears at once', async () => {
    expect((await get('/categories/77/subcategories')).statusCode).toBe(404);
    await inTransaction(site.db, (tx) => createCategory(tx, { id: 77, name: 'New', icon: '🛏️' }));
    site.app.responseCache.clear();
    expect((await get('/categories/77/subcategories')).statusCode).toBe(200);
  });

  it('is rendered from known parameters only', async () => {
    const library = await get('/experiences?sort=new&q=inn');
    expect((await get('/experiences?x=1&q=inn&%79=2&sort=new')).body).toBe(library.body);
    expect((await get('/experiences?q=inn')).body).not.toBe(library.body);
    expect((await get('/landing?category=Inns')).body).toBe((await get('/landing')).body);
    expect((await get('/contact?subject=quote')).body).not.toBe((await get('/contact')).body);
    const studio = await get('/studio/tours?workspace=w_1&x=1');
    expect(studio.body).toContain('href="/login?next=%2Fstudio%2Ftours%3Fworkspace%3Dw_1"');
    expect((await get('/experiences.data?_routes=root')).body.length).toBeLessThan(
      (await get('/experiences.data')).body.length,
    );
  });

  it.each([
    '/experiences?category=%E0%A4%A',
    '/experiences?cursor=zzz',
    `/experiences?q=${'a'.repeat(3000)}`,
  ])('ignores invalid values in its query: %s', async (url) => {
    expect((await get(url)).statusCode).toBe(200);
  });

  it('of the company weighs little, with its styles and fonts', async () => {
    const weigh = pageScales(async (url) => {
      const { rawPayload, headers } = await get(url, { 'accept-encoding': 'gzip' });
      return { body: rawPayload, isGzipped: headers['content-encoding'] === 'gzip' };
    });
    for (const page of COMPANY_PAGES) {
      const { styles, fonts, all } = await weigh(page);
      expect(styles, page).toBeGreaterThan(0);
      expect(fonts, page).toBeGreaterThan(0);
      expect(all, page).toBeLessThan(MAX_PAGE_BYTES - PICTURES_BYTES);
    }
  });
});

describe('the API', () => {
  it('has its own 404 and 405 responses', async () => {
    const missing = await get('/api/no-such-call');
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['content-type']).toContain('application/problem+json');
    const wrongMethod = await get('/api/vr360/1/like');
    expect(wrongMethod.statusCode).toBe(405);
    expect(wrongMethod.headers.allow).toContain('POST');
  });
});

it('a catalogue that cannot be read is an error message that is not cached', async () => {
  const broken = await createTestApp({ config: { responseCacheMs: 0 } });
  expect((await broken.app.inject('/experiences')).statusCode).toBe(200);
  await broken.db.destroy();
  const library = await broken.app.inject('/experiences');
  expect(library.statusCode).toBe(503);
  expect(library.headers['cache-control']).toBe('no-store');
  expect(library.body).toContain('Failed to load VR experiences');
  expect(library.body).toContain('Unable to load tags from the server. Showing default categories.');
  expect(library.body).toContain('Tourism &amp; Hospitality');
  const categories = await broken.app.inject('/categories');
  expect(categories.statusCode).toBe(503);
  expect(categories.body).toContain('Failed to load categories');
  for (const url of ['/experiences', '/experiences.data', '/categories', '/vr360/1']) {
    const { statusCode, headers } = await broken.app.inject(url);
    expect({ url, statusCode, retryAfter: headers['retry-after'] }).toEqual({
      url,
      statusCode: 503,
      retryAfter: '2',
    });
  }
  await broken.close();
});

describe('reports of policy breaches', () => {
  const send = (payload: string, type = 'application/csp-report') =>
    site.app.inject({ method: 'POST', url: '/api/csp-reports', payload, headers: { 'content-type': type } });

  it('are accepted if well-formed', async () => {
    const report = { 'csp-report': { 'document-uri': 'http://localhost/', 'blocked-uri': 'inline' } };
    expect((await send(JSON.stringify(report))).statusCode).toBe(204);
    expect((await send('{]')).statusCode).toBe(400);
    expect((await send('x'.repeat(17_000))).statusCode).toBe(413);
    expect((await send('<x/>', 'text/xml')).statusCode).toBe(415);
  });

  it('are limited', async () => {
    const statuses = [];
    for (let call = 0; call < 25; call += 1) statuses.push((await send('{}')).statusCode);
    expect(statuses).toContain(429);
  });
});
