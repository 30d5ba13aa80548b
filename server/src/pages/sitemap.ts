import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { notFound } from '../errors.ts';
import { Html, html } from '../html.ts';

/** What the catalogue tells of its pages. */
export interface SitemapSource {
  countTours(): Promise<number>;
  categoryPaths(): Promise<string[]>;
  /** The pages of at most `limit` tours whose ids follow `after`. */
  tourPages(after: number, limit: number): Promise<Entry[]>;
  /** The runs of `size` tours: the id that each follows, and when one of its tours last changed. */
  tourRuns(size: number): Promise<{ after: number; changedAt: Date }[]>;
}

/** A page, or a file of pages. */
interface Entry {
  path: string;
  /** When it last changed, where that is known. */
  changedAt?: Date;
}

/** Every page for everybody that is always there. What is kept from robots is in `robots.txt`. */
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

/** What robots are asked to leave alone: calls, and pages that are about one visitor. */
const NOT_FOR_ROBOTS = [
  '/api',
  '/login',
  '/auth',
  '/join',
  '/verify-email',
  '/newsletter',
  '/dashboard',
  // A member's settings over any page: the same page again.
  '/*?settings=',
  '/*&settings=',
];
const NOT_FOR_ROBOTS_IN_DEMO = ['/demo', '/sandbox'];

/** The most addresses in one file; with more there is an index. Robots take 50,000, and 50 MB: these are about 2. */
const FILE_SIZE = 10_000;
/** Changes by this process show at once, those by others after so long. */
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 24;
const HOUR = 60 * 60;
const HEAD = html`<?xml version="1.0" encoding="UTF-8"?>\n`;
const NAMESPACE = html`xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`;

/** A sitemap, or an index of them, of addresses on one origin. */
function toXml(kind: 'url' | 'sitemap', origin: string, pages: readonly Entry[]): string {
  const root = new Html(kind === 'url' ? 'urlset' : 'sitemapindex');
  const element = new Html(kind);
  const entries = pages.map(({ path, changedAt }) => {
    const changed = changedAt && html`<lastmod>${changedAt.toISOString()}</lastmod>`;
    return html`<${element}><loc>${origin}${path}</loc>${changed}</${element}>\n`;
  });
  return String(html`${HEAD}<${root} ${NAMESPACE}>\n${entries}</${root}>\n`);
}

/** `robots.txt` and the sitemap: one file, or an index of several when there are many tours. */
export async function sitemapRoutes(
  app: FastifyInstance,
  { source, fileSize = FILE_SIZE }: { source: SitemapSource; fileSize?: number },
): Promise<void> {
  const { publicUrl: origin, mode } = app.dependencies.config;
  const made = new LRUCache<string, string>({ max: MAX_KEPT, ttl: KEPT_MS });

  /** Makes a file, or gives the one that was made; many who ask at once wait for the same. */
  function kept(name: string, make: () => Promise<string>): Promise<string> {
    const key = `sitemap ${name} ${app.responseCache.generation}`;
    const known = made.get(key);
    if (known !== undefined) return Promise.resolve(known);
    return app.responseCache.share(key, async () => {
      const file = await make();
      made.set(key, file);
      return file;
    });
  }

  const send = (reply: FastifyReply, type: string, body: string) =>
    reply.header('content-type', type).header('cache-control', `public, max-age=${HOUR}`).send(body);
  /** The files of tours by their names: the id that each follows, and when it last changed. */
  const files = async (): Promise<{ name: string; after: number; changed: string }[]> =>
    JSON.parse(
      await kept('files', async () => {
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
    const file = await kept('all', async () => {
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
      return send(reply, XML, await kept(file, async () => toXml('url', origin, await sitePages())));
    // Only the files of the index: other numbers would fill what is kept.
    const named = (await files()).find(({ name }) => name === file);
    if (named === undefined) throw notFound();
    const make = async () => toXml('url', origin, await source.tourPages(named.after, fileSize));
    return send(reply, XML, await kept(file, make));
  });

  const robots = [
    'User-agent: *',
    ...[...NOT_FOR_ROBOTS, ...(mode === 'demo' ? NOT_FOR_ROBOTS_IN_DEMO : [])].map(
      (path) => `Disallow: ${path}`,
    ),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
  app.get('/robots.txt', shared, async (_request, reply) => send(reply, 'text/plain; charset=utf-8', robots));
}
