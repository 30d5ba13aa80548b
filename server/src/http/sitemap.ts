import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { escapeHtml } from './escape-html.ts';
import { AppError } from './problem.ts';

/** What the catalogue tells of its pages. */
export interface SitemapSource {
  countTours(): Promise<number>;
  categoryPaths(): Promise<string[]>;
  /** The pages of at most `limit` tours whose ids follow `after`. */
  tourPaths(after: number, limit: number): Promise<string[]>;
  /** The ids that runs of `size` tours follow. */
  tourRuns(size: number): Promise<number[]>;
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
const NOT_FOR_ROBOTS = ['/api', '/login', '/auth', '/join', '/verify-email', '/demo', '/sandbox'];

/** The most addresses in one file; with more there is an index. */
const FILE_SIZE = 10_000;
/** Changes by this process show at once, those by others after so long. */
const KEPT_MS = 10 * 60_000;
/** Files of 10,000 addresses, of about 1 MB each. */
const MAX_KEPT = 24;
const HOUR = 60 * 60;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A sitemap, or an index of them, of addresses on one origin. */
function toXml(kind: 'url' | 'sitemap', origin: string, paths: readonly string[]): string {
  const root = kind === 'url' ? 'urlset' : 'sitemapindex';
  const entries = paths.map((path) => `<${kind}><loc>${escapeHtml(`${origin}${path}`)}</loc></${kind}>\n`);
  return `${HEAD}<${root} ${NAMESPACE}>\n${entries.join('')}</${root}>\n`;
}

/** `robots.txt` and the sitemap: one file, or an index of several when there are many tours. */
export async function sitemapRoutes(
  app: FastifyInstance,
  { source, fileSize = FILE_SIZE }: { source: SitemapSource; fileSize?: number },
): Promise<void> {
  const { publicUrl: origin } = app.dependencies.config;
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
  const runs = async (): Promise<number[]> =>
    JSON.parse(await kept('runs', async () => JSON.stringify(await source.tourRuns(fileSize))));
  const sitePaths = async () => [...SITE_PATHS, ...(await source.categoryPaths())];
  const shared = { schema: { hide: true }, config: { sharedByGuests: true } } as const;
  const XML = 'application/xml; charset=utf-8';

  app.get('/sitemap.xml', shared, async (_request, reply) => {
    const file = await kept('all', async () => {
      const [pages, tours] = await Promise.all([sitePaths(), source.countTours()]);
      if (pages.length + tours <= fileSize)
        return toXml('url', origin, [...pages, ...(await source.tourPaths(0, fileSize))]);
      const files = (await runs()).map((after) => `/sitemaps/tours-${after}.xml`);
      return toXml('sitemap', origin, ['/sitemaps/pages.xml', ...files]);
    });
    return send(reply, XML, file);
  });

  app.get<{ Params: { file: string } }>('/sitemaps/:file', shared, async (request, reply) => {
    const { file } = request.params;
    if (file === 'pages.xml')
      return send(reply, XML, await kept(file, async () => toXml('url', origin, await sitePaths())));
    const after = Number(/^tours-(\d{1,10})\.xml$/.exec(file)?.[1] ?? Number.NaN);
    // Only the runs of the index: other numbers would fill what is kept.
    if (!(await runs()).includes(after))
      throw new AppError(404, 'not_found', 'There is nothing at this address.');
    const make = async () => toXml('url', origin, await source.tourPaths(after, fileSize));
    return send(reply, XML, await kept(file, make));
  });

  const robots = [
    'User-agent: *',
    ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
  app.get('/robots.txt', shared, async (_request, reply) => send(reply, 'text/plain; charset=utf-8', robots));
}
