import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BrandedApp,
  createBrandedApp,
  LOCKED_TOUR,
  mentionsOfOriel,
  TOKENS_PER_TOUR,
  TOUR,
} from '../../testing/apps/branded-app.ts';
import { SAMPLE_BRAND } from '../../testing/brand.ts';
import { readPdf } from '../pdf/read-pdf.fixture.ts';

const { name: NAME, legal, email: SITE_EMAIL, colours } = SAMPLE_BRAND;
const ROUTES = path.resolve(import.meta.dirname, '../../../web/src/routes.ts');

let site: BrandedApp;
beforeAll(async () => {
  site = await createBrandedApp();
});
afterAll(() => site.close());

/** The visible content of a page, without its head and scripts. */
const mainOf = (html: string) => html.match(/<main[\s\S]*<\/main>/)?.[0] ?? '';

/** A path for each route in `web/src/routes.ts`. */
function pages(): string[] {
  const table = readFileSync(ROUTES, 'utf8');
  const routes = [...table.matchAll(/\broute\('([^']+)'/g)].map(([, route = '']) => route);
  const values: Record<string, string> = {
    categoryId: '1',
    slug: TOUR,
    legacyId: '7',
    number: 'R-2026-27-000001',
  };
  const fill = (route: string) =>
    route
      .replace('*', 'no/such/page')
      .replace(/:(\w+)/g, (_, parameter: string) => values[parameter] ?? 'MISSING');
  return ['/', ...routes.map((route) => `/${fill(route)}`), `/experiences/vr/${LOCKED_TOUR}`];
}

describe('another site', () => {
  const assets = new Set<string>();

  it('is named on every page, and no page mentions Oriel', async () => {
    const paths = pages();
    expect(paths.length).toBeGreaterThan(25);
    expect(paths.join()).not.toContain('MISSING');
    for (const url of paths) {
      const response = await site.get(url);
      expect(mentionsOfOriel(`${JSON.stringify(response.headers)} ${response.body}`), url).toEqual([]);
      if (response.statusCode >= 300 && response.statusCode < 400) continue;
      const [, title = ''] = response.body.match(/<title>([^<]*)<\/title>/) ?? [];
      expect(title, url).toContain(NAME);
      expect(response.body, url).toContain(`<meta name="theme-color" content="${colours.cream}"`);
      for (const [asset] of response.body.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)) assets.add(asset);
    }
  });

  it('is not contradicted by the scripts and styles of those pages', async () => {
    expect(assets.size).toBeGreaterThan(5);
    for (const asset of assets) expect(mentionsOfOriel((await site.get(asset)).body), asset).toEqual([]);
  });

  it('is named in the imprint, the footer, the contact page and structured data', async () => {
    for (const url of ['/terms', '/privacy', '/cookies', '/cache', '/contact']) {
      const { body } = await site.get(url);
      expect(mainOf(body), url).toContain(legal.entity);
      expect(body, url).toContain(legal.address);
    }
    const { body } = await site.get('/landing');
    expect(body).toContain(SAMPLE_BRAND.social[0]?.url);
    const [, data = '{}'] = body.match(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/) ?? [];
    expect(JSON.parse(data)).toMatchObject({ name: NAME, legalName: legal.entity, email: SITE_EMAIL });
    expect((await site.get('/contact')).body).toContain('maps.rundblick.example');
  });

  it('prices in its own currency', async () => {
    const enterprise = mainOf((await site.get('/enterprise')).body);
    expect(enterprise).toContain('€4,999');
    const pricing = mainOf((await site.get('/pricing')).body);
    expect(pricing).toContain('€29');
    expect(pricing).toContain('in euros');
    expect(pricing).toContain(`A locked tour costs ${TOKENS_PER_TOUR} tokens`);
    expect(`${enterprise}${pricing}`).not.toMatch(/[₹$]|rupee|dollar/i);
    const plans = (await site.get('/api/tokens/plans')).json();
    expect(plans.map(({ currency }: { currency: string }) => currency)).toEqual(plans.map(() => 'EUR'));
  });

  it('applies its colours and fonts to every page, with a style that the policy allows', async () => {
    const { body, headers } = await site.get('/careers');
    const [, style = ''] = body.match(/<style>([\s\S]*?)<\/style>/) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`);
    for (const text of [colours.gold, colours.cream, 'font-family:"Brand Text"', '"Georgia", Georgia, serif'])
      expect(style).toContain(text);
    const [font = ''] = style.match(/\/brand\/rundblick\.woff2\?v=[\w-]+/) ?? [];
    expect(body).toMatch(/<link[^>]*rel="preload"[^>]*rundblick\.woff2/);
    const fontResponse = await site.get(font);
    expect(fontResponse.headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': expect.stringContaining('immutable'),
    });
  });

  it('serves its logo, and no other file of its folder', async () => {
    const { body } = await site.get('/experiences');
    for (const file of [SAMPLE_BRAND.logo.file, SAMPLE_BRAND.logo.dark]) {
      expect(body).toContain(`src="/brand/${file}"`);
      const logo = await site.get(`/brand/${file}`);
      expect(logo.headers['content-type']).toBe('image/svg+xml');
      expect(logo.body).toBe(readFileSync(path.join(site.folder, file), 'utf8'));
    }
    for (const url of ['/brand/site.json', '/brand/..%2fsite.json', '/brand/', '/brand/texts%2fpricing.json'])
      expect((await site.get(url)).statusCode, url).toBe(404);
  });

  it('renders icons of all sizes, the manifest and the image for link previews', async () => {
    const manifest = (await site.get('/manifest.webmanifest')).json();
    expect(manifest).toMatchObject({ name: NAME, theme_color: colours.cream });
    expect(mentionsOfOriel(JSON.stringify(manifest))).toEqual([]);
    const sizes = { '/apple-touch-icon.png': 180, '/icon-192.png': 192, '/icon-512.png': 512 };
    for (const [url, size] of Object.entries({ ...sizes, '/icon-maskable-512.png': 512 })) {
      const { rawPayload, headers } = await site.get(url);
      expect(headers['content-type']).toBe('image/png');
      const picture = sharp(rawPayload);
      expect(await picture.metadata()).toMatchObject({ width: size, height: size });
      const { dominant } = await picture.stats();
      expect(dominant.b, url).toBeGreaterThan(dominant.r + 40);
    }
    for (const { src } of manifest.icons) expect((await site.get(src)).statusCode, src).toBe(200);
    expect((await site.get('/favicon.svg')).body).toBe(
      readFileSync(path.join(site.folder, 'icon.svg'), 'utf8'),
    );
    const ico = (await site.get('/favicon.ico')).rawPayload;
    expect(await sharp(ico.subarray(22)).metadata()).toMatchObject({ width: 32, format: 'png' });
    const share = (await site.get('/share.jpg')).rawPayload;
    expect(await sharp(share).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
    // For pages without an image.
    expect((await site.get('/pricing')).body).toMatch(/og:image" content="[^"]*\/share\.jpg"/);
    const { headers } = await site.get('/icon-192.png');
    expect((await site.get('/icon-192.png', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });

  it('is named by the API, its documentation and the files for robots', async () => {
    expect((await site.get('/api/openapi.json')).json().info.title).toBe(NAME);
    const docs = (await site.get('/api/docs')).body;
    expect(docs).toContain(`<title>API - ${NAME}</title>`);
    const texts = [docs, (await site.get('/api/openapi.json')).body];
    for (const url of ['/robots.txt', '/sitemap.xml', '/sandbox/razorpay/checkout.js', '/demo/mail'])
      texts.push((await site.get(url)).body);
    for (const text of texts) expect(mentionsOfOriel(text)).toEqual([]);
  });

  it('signs the brochure', async () => {
    const { rawPayload } = await site.get('/brochure.pdf');
    const words = readPdf(rawPayload).join('\n');
    expect(words).toContain(NAME);
    expect(words).toContain(legal.entity);
    // The metadata of a PDF is in either of two encodings.
    const heads = [rawPayload.toString('latin1'), rawPayload.toString('latin1').replaceAll('\0', '')];
    for (const text of [words, ...heads]) expect(mentionsOfOriel(text)).toEqual([]);
  });
});
