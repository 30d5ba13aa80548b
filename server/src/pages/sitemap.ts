import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { notFound } from '../errors.ts';
import { Html, html } from '../html.ts';

/** The catalogue's pages. */
export interface SitemapSource {
  countTours(): Promise<number>;
  categoryPaths(): Promise<string[]>;
  /** The pages of at most `limit` tours with ids above `after`, by id. */
  tourPages(after: number, limit: number): Promise<Entry[]>;
  /** Splits all tours into runs of `size`: the id before each run, and its latest change. */
  tourRuns(size: number): Promise<{ after: number; changedAt: Date }[]>;
}

/** A page, or a sitemap file. */
interface Entry {
  path: string;
  /** Its latest change, where existing. */
  changedAt?: Date;
}

/** The public pages that exist in every installation. */
export const SITE_PATHS = [
  '/',
  '/landing',
  '/experiences',
  '/categories',
  '/service',
  '/enterprise',
  '/opportunity',
  '/community',
  '/pricing',
  '/careers',
  '/contact',
  '/terms',
  '/privacy',
  '/cookies',
  '/cache',
] as const;

/** Not for robots: the API, and pages about the visitor. */
const DISALLOWED_PATHS = [
  '/api',
  '/login',
  '/auth',
  '/join',
  '/verify-email',
  '/newsletter',
  '/compare',
  '/receipts',
  '/shared',
  '/studio',
  '/dashboard',
  // The settings dialog over any page.
  '/*?settings=',
  '/*&settings=',
];
const DISALLOWED_DEMO_PATHS = ['/demo', '/sandbox'];

/** URLs per file, about 2 MB; more create an index. The limits of the protocol are 50,000 and 50 MB. */
const FILE_SIZE = 10_000;
/** Changes by other processes show after this time, changes by this process at once. */
const CACHE_MS = 10 * 60_000;
const MAX_CACHED_FILES = 24;
const HOUR = 60 * 60;
const HEAD = html`<?xml version="1.0" encoding="UTF-8"?>\n`;
const NAMESPACE = html`xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`;

/** A sitemap (`url`) or an index of sitemaps (`sitemap`). */
function toXml(kind: 'url' | 'sitemap', origin: string, pages: readonly Entry[]): string {
  const root = new Html(kind === 'url' ? 'urlset' : 'sitemapindex');
  const element = new Html(kind);
  const entries = pages.map(({ path, changedAt }) => {
    const changed = changedAt && html`<lastmod>${changedAt.toISOString()}</lastmod>`;
    return html`<${element}><loc>${origin}${path}</loc>${changed}</${element}>\n`;
  });
  return String(html`${HEAD}<${root} ${NAMESPACE}>\n${entries}</${root}>\n`);
}

/** `robots.txt` and the sitemap: one file, or an index of several where there are many tours. */
export async function sitemapRoutes(
  app: FastifyInstance,
  { source, fileSize = FILE_SIZE }: { source: SitemapSource; fileSize?: number },
): Promise<void> {
  const { publicUrl: origin, mode } = app.dependencies.config;
  const fileCache = new LRUCache<string, string>({ max: MAX_CACHED_FILES, ttl: CACHE_MS });

  /** Returns a cached file or creates it, once for concurrent requests. */
  function cached(name: string, create: () => Promise<string>): Promise<string> {
    const key = `sitemap ${name} ${app.responseCache.generation}`;
    const existing = fileCache.get(key);
    if (existing !== undefined) return Promise.resolve(existing);
    return app.responseCache.share(key, async () => {
      const file = await create();
      fileCache.set(key, file);
      return file;
    });
  }

  const send = (reply: FastifyReply, type: string, body: string) =>
    reply.header('content-type', type).header('cache-control', `public, max-age=${HOUR}`).send(body);
  /** The sitemap files of tours: name, the id before the first tour, and the latest change. */
  const files = async (): Promise<{ name: string; after: number; changed: string }[]> =>
    JSON.parse(
      await cached('files', async () => {
        const runs = await source.tourRuns(fileSize);
        return JSON.stringify(
          runs.map(({ after, changedAt }) => ({ name: `tours-${after}.xml`, after, changed: changedAt })),
        );
      }),
    );
  const sitePages = async (): Promise<Entry[]> =>
    [...SITE_PATHS, ...(await source.categoryPaths())].map((path) => ({ path }));
  const shared = { schema: { hide: true }, config: { sharedByGuests: true } } as const;
  const XML = 'application/xml; charset=utf-8';

  app.get('/sitemap.xml', shared, async (_request, reply) => {
    const file = await cached('all', async () => {
      const [pages, tours] = await Promise.all([sitePages(), source.countTours()]);
      if (pages.length + tours <= fileSize)
        return toXml('url', origin, [...pages, ...(await source.tourPages(0, fileSize))]);
      return toXml('sitemap', origin, [
        { path: '/sitemaps/pages.xml' },
        ...(await files()).map(({ name, changed }) => ({
          path: `/sitemaps/${name}`,
          changedAt: new Date(changed),
        })),
      ]);
    });
    return send(reply, XML, file);
  });

  app.get<{ Params: { file: string } }>('/sitemaps/:file', shared, async (request, reply) => {
    const { file } = request.params;
    if (file === 'pages.xml')
      return send(reply, XML, await cached(file, async () => toXml('url', origin, await sitePages())));
    // Only files of the index: arbitrary numbers would fill the cache.
    const entry = (await files()).find(({ name }) => name === file);
    if (entry === undefined) throw notFound();
    const create = async () => toXml('url', origin, await source.tourPages(entry.after, fileSize));
    return send(reply, XML, await cached(file, create));
  });

  const robots = [
    'User-agent: *',
    ...[...DISALLOWED_PATHS, ...(mode === 'demo' ? DISALLOWED_DEMO_PATHS : [])].map(
      (path) => `Disallow: ${path}`,
    ),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
  app.get('/robots.txt', shared, async (_request, reply) => send(reply, 'text/plain; charset=utf-8', robots));
}
