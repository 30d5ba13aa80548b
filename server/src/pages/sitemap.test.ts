import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import type { Tx } from '../database/database.ts';
import {
  changeCatalogue,
  createCategory,
  createExperience,
  createExperiences,
  updateExperience,
} from '../features/catalogue/service.ts';
import { categoryPaths, countTours, tourPages, tourRuns } from '../features/catalogue/sitemap-store.ts';
import { sendProblem } from '../http/problem.ts';
import { ResponseCache } from '../http/response-cache.ts';
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

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);

describe('the sitemap', () => {
  it('lists every page, category and tour, and nothing that robots.txt disallows', async () => {
    const response = await site.app.inject('/sitemap.xml');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(response.body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /);
    const origin = site.config.publicUrl;
    const all = locations(response.body);
    for (const path of SITE_PATHS) expect(all).toContain(`${origin}${path}`);
    for (let tour = 0; tour < TOURS; tour += 1)
      expect(all).toContain(`${origin}/experiences/vr/tour-${tour}`);
    expect(all).toContain(`${origin}/categories/7/subcategories`);
    expect(all).toContain(`${origin}/experiences?category=Arts+%26+%22Culture%22`);
    expect(new Set(all).size).toBe(all.length);
    for (const path of ['/api', '/login', '/auth', '/join']) {
      expect(all.some((url) => url.startsWith(`${origin}${path}`))).toBe(false);
    }
  });

  it('shows a new tour at once', async () => {
    await changeCatalogue(site.db, site.app.responseCache, (tx) =>
      createExperience(tx, { slug: 'a-new-tour', title: 'New', description: 'New.' }),
    );
    expect((await site.app.inject('/sitemap.xml')).body).toContain('/experiences/vr/a-new-tour</loc>');
  });

  it('dates the last change of a tour, which views and likes are not', async () => {
    const { id } = await site.db
      .selectFrom('experiences')
      .select('id')
      .where('slug', '=', 'tour-3')
      .executeTakeFirstOrThrow();
    const then = '2026-02-03T04:05:06.789Z';
    const setBack = () => sql`UPDATE experiences SET changed_at = ${then}`.execute(site.db);
    const afterwards = async (work: (tx: Tx) => Promise<unknown>) => {
      await setBack();
      await changeCatalogue(site.db, site.app.responseCache, work);
      const xml = (await site.app.inject('/sitemap.xml')).body;
      return /\/experiences\/vr\/tour-3<\/loc><lastmod>([^<]+)<\/lastmod>/.exec(xml)?.[1];
    };
    expect(await afterwards((tx) => sql`UPDATE experiences SET popularity = 5`.execute(tx))).toBe(then);
    expect(await afterwards((tx) => updateExperience(tx, id, { title: 'Tour 3' }))).toBe(then);
    for (const change of [{ title: 'Another title' }, { tagIds: [] }]) {
      const changed = await afterwards((tx) => updateExperience(tx, id, change));
      expect(Date.parse(changed ?? '')).toBeGreaterThan(Date.parse(then));
    }
    const pages = (await site.app.inject('/sitemap.xml')).body;
    expect(pages).toContain(`<loc>${site.config.publicUrl}/pricing</loc></url>`);
  });

  it.each(SITE_PATHS)('lists an existing page: %s', async (path) => {
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
        tourPages: (after, limit) => {
          read += 1;
          return tourPages(db, after, limit);
        },
        tourRuns: (size) => tourRuns(db, size),
      },
    });
  });
  afterAll(() => app.close());

  const pathsOf = async (path: string) =>
    locations((await app.inject(path)).body).map((url) => url.slice(site.config.publicUrl.length));

  it('is an index of files that hold each tour once', async () => {
    const index = await app.inject('/sitemap.xml');
    expect(index.body).toContain('<sitemapindex ');
    expect(index.body.match(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/g)).toHaveLength(5);
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

  it('creates each file once, and none that the index does not list', async () => {
    const [, file = ''] = await pathsOf('/sitemap.xml');
    const before = read;
    await Promise.all([app.inject(file), app.inject(file)]);
    expect(read).toBe(before);
    for (const path of ['tours-3.xml', 'tours-99999999999.xml', 'tours-a.xml', 'x.xml', 'tours--1.xml']) {
      expect((await app.inject(`/sitemaps/${path}`)).statusCode).toBe(404);
    }
    expect(read).toBe(before);
  });

  it('has no empty file when the tours fill the last one', async () => {
    const startsOf = async (size: number) => (await tourRuns(site.db, size)).map(({ after }) => after);
    expect(await startsOf(46)).toEqual([0]);
    expect(await startsOf(23)).toHaveLength(2);
    expect(await startsOf(47)).toEqual([0]);
  });
});

describe('files for robots and browsers', () => {
  it('robots.txt disallows pages about the visitor, and names the sitemap', async () => {
    const response = await site.app.inject('/robots.txt');
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = response.body.split('\n');
    expect(lines[0]).toBe('User-agent: *');
    for (const path of ['/api', '/login', '/auth', '/join', '/newsletter', '/*?settings=', '/demo'])
      expect(lines).toContain(`Disallow: ${path}`);
    const closed = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
    const listed = SITE_PATHS.filter((path) => closed.some((start) => path.startsWith(start)));
    expect(listed).toEqual([]);
    expect(lines).not.toContain('Disallow: /');
    expect(lines).toContain(`Sitemap: ${site.config.publicUrl}/sitemap.xml`);
  });

  it('the manifest has the name and the colours of the site, and existing icons', async () => {
    const response = await site.app.inject('/manifest.webmanifest');
    expect(response.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    const manifest = response.json();
    expect(manifest).toMatchObject({ name: 'Oriel', start_url: '/experiences', theme_color: '#fbf1e5' });
    for (const { src, type } of manifest.icons) {
      const icon = await site.app.inject(src);
      expect(icon.statusCode, src).toBe(200);
      expect(icon.headers['content-type']).toContain(type);
    }
  });
});

it.each([
  ['/dashboard', '/experiences'],
  ['/resources', '/opportunity'],
])('%s leads to %s', async (from, to) => {
  const response = await site.app.inject(from);
  expect(response.statusCode).toBe(302);
  expect(response.headers.location).toBe(to);
});
