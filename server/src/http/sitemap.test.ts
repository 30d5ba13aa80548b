import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import {
  changeCatalogue,
  createCategory,
  createExperience,
  createExperiences,
} from '../features/catalogue/service.ts';
import { categoryPaths, countTours, tourPaths, tourRuns } from '../features/catalogue/sitemap.ts';
import { sendProblem } from './problem.ts';
import { ResponseCache } from './response-cache.ts';
import { SITE_PATHS, sitemapRoutes } from './sitemap.ts';

const TOURS = 45;
let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
  await changeCatalogue(site.db, site.app.responseCache, async (tx) => {
    await createCategory(tx, { id: 7, name: 'Arts & "Culture"', description: 'Art', icon: 'A' });
    await createExperiences(
      tx,
      Array.from({ length: TOURS }, (_, index) => ({
        slug: `tour-${index}`,
        title: `Tour ${index}`,
        description: 'A tour.',
      })),
    );
  });
});
afterAll(() => site.close());

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);

describe('the sitemap', () => {
  it('lists every page, category and tour, and nothing that robots are kept from', async () => {
    const answer = await site.app.inject('/sitemap.xml');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(answer.body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /);
    const origin = site.config.publicUrl;
    const all = locations(answer.body);
    for (const path of SITE_PATHS) expect(all).toContain(`${origin}${path}`);
    for (let tour = 0; tour < TOURS; tour += 1)
      expect(all).toContain(`${origin}/experiences/vr/tour-${tour}`);
    expect(all).toContain(`${origin}/categories/7/subcategories`);
    expect(all).toContain(`${origin}/experiences?category=Arts+%26+%22Culture%22`);
    expect(new Set(all).size).toBe(all.length);
    for (const path of ['/api', '/login', '/auth', '/join']) {
      expect(all.some((address) => address.startsWith(`${origin}${path}`))).toBe(false);
    }
  });

  it('shows a new tour at once', async () => {
    await changeCatalogue(site.db, site.app.responseCache, (tx) =>
      createExperience(tx, { slug: 'a-new-tour', title: 'New', description: 'New.' }),
    );
    expect((await site.app.inject('/sitemap.xml')).body).toContain('/experiences/vr/a-new-tour</loc>');
  });

  it.each(SITE_PATHS)('lists a page that is there: %s', async (path) => {
    expect((await site.app.inject(path)).statusCode).toBe(200);
  });
});

describe('a sitemap of many tours', () => {
  let app: FastifyInstance;
  let read = 0;
  beforeAll(async () => {
    app = Fastify();
    app.decorate('dependencies', site.app.dependencies);
    app.decorate('responseCache', new ResponseCache(0, 1_000_000));
    app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
    const { db } = site;
    await app.register(sitemapRoutes, {
      fileSize: 10,
      source: {
        countTours: () => countTours(db),
        categoryPaths: () => categoryPaths(db),
        tourPaths: (after, limit) => {
          read += 1;
          return tourPaths(db, after, limit);
        },
        tourRuns: (size) => tourRuns(db, size),
      },
    });
  });
  afterAll(() => app.close());

  const pathsOf = async (path: string) =>
    locations((await app.inject(path)).body).map((address) => address.slice(site.config.publicUrl.length));

  it('is an index of files that hold each tour once', async () => {
    const index = await app.inject('/sitemap.xml');
    expect(index.body).toContain('<sitemapindex ');
    const files = await pathsOf('/sitemap.xml');
    expect(files[0]).toBe('/sitemaps/pages.xml');
    const tours: string[] = [];
    for (const file of files.slice(1)) {
      const paths = await pathsOf(file);
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.length).toBeLessThanOrEqual(10);
      tours.push(...paths);
    }
    const slugs = await site.db.selectFrom('experiences').select('slug').execute();
    expect(tours.toSorted()).toEqual(slugs.map(({ slug }) => `/experiences/vr/${slug}`).toSorted());
    expect(await pathsOf('/sitemaps/pages.xml')).toContain('/pricing');
  });

  it('makes a file once, and none that the index does not name', async () => {
    const [, file = ''] = await pathsOf('/sitemap.xml');
    const before = read;
    await Promise.all([app.inject(file), app.inject(file)]);
    expect(read).toBe(before);
    for (const path of ['tours-3.xml', 'tours-99999999999.xml', 'tours-a.xml', 'x.xml', 'tours--1.xml']) {
      expect((await app.inject(`/sitemaps/${path}`)).statusCode).toBe(404);
    }
    expect(read).toBe(before);
  });

  it('has no empty file where the tours fill the last one', async () => {
    expect(await tourRuns(site.db, 46)).toEqual([0]);
    expect(await tourRuns(site.db, 23)).toHaveLength(2);
  });
});

describe('what robots and browsers ask for', () => {
  it('robots.txt keeps robots out of what concerns one visitor, and names the sitemap', async () => {
    const answer = await site.app.inject('/robots.txt');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = answer.body.split('\n');
    expect(lines[0]).toBe('User-agent: *');
    for (const path of ['/api', '/login', '/auth', '/join']) expect(lines).toContain(`Disallow: ${path}`);
    expect(lines).not.toContain('Disallow: /');
    expect(lines).toContain(`Sitemap: ${site.config.publicUrl}/sitemap.xml`);
  });

  it('the manifest has the name and the colours of the site, and icons that are there', async () => {
    const answer = await site.app.inject('/manifest.webmanifest');
    expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    const manifest = answer.json();
    expect(manifest).toMatchObject({ name: 'Oriel', start_url: '/experiences', theme_color: '#fbf1e5' });
    for (const { src, type } of manifest.icons) {
      const icon = await site.app.inject(src);
      expect(icon.statusCode, src).toBe(200);
      expect(icon.headers['content-type']).toContain(type);
    }
  });
});
