import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Site } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { servePageFiles } from './pages-files.ts';
import { pagePolicy } from './pages-policy.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** What the web's bundle exports beside React Router's own parts (`web/src/entry.server.tsx`). */
interface EntryModule {
  createPageContext(setup: {
    fetch: (path: string, init?: RequestInit) => Promise<Response>;
    site: Site;
    origin: string;
    report: (error: unknown) => void;
  }): RouterContextProvider;
}

/** A finished page, or what stands in for one in a move from page to page: a status, headers, text. */
interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface PageOptions {
  /** The build of the web; `web/build` unless a test has another. */
  build?: string;
  /** The site configuration; `content/site.json` unless a test has another. */
  siteFile?: string;
}

/** Calls of the API that stay in this process, with the shape of `fetch`; they are those of a guest. */
function fetchInProcess(app: FastifyInstance) {
  return async (url: string, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted();
    const answer = await app.inject({ method: 'GET', url, headers: { accept: 'application/json' } });
    const headers = new Headers();
    for (const name of ['content-type', 'link', 'x-total-count']) {
      const value = answer.headers[name];
      if (value !== undefined) headers.set(name, String(value));
    }
    return new Response(answer.body === '' ? null : answer.body, { status: answer.statusCode, headers });
  };
}

/**
 * Loads the web's bundle, which takes a moment, and makes of it a function from a path with its query to the finished
 * page. Guests all get the same HTML (the session lives in the browser), so a page depends on its address alone.
 */
async function loadRenderer(app: FastifyInstance, bundle: string, site: Site) {
  const { config, log } = app.dependencies;
  const build: ServerBuild = await import(pathToFileURL(bundle).href);
  const handle = createRequestHandler(build, 'production');
  const { createPageContext } = build.entry.module as unknown as EntryModule;
  const setup = {
    fetch: fetchInProcess(app),
    site,
    origin: config.publicUrl,
    report: (error: unknown) => log.error({ err: error }, 'a page could not be rendered'),
  };

  return async function render(url: string): Promise<RenderedPage> {
    // Joined, not resolved: an address that begins with two slashes must not name another host.
    const response = await handle(new Request(`${config.publicUrl}${url}`), createPageContext(setup));
    const body = Buffer.from(await response.arrayBuffer());
    const headers = Object.fromEntries(response.headers);
    if (headers['content-type']?.startsWith('text/html')) {
      headers['content-security-policy'] = pagePolicy(body.toString('utf8'));
    }
    return { status: response.status, headers, body };
  };
}

/** Paths that belong to the API and to media: nothing there is a page, not even the page that says so. */
const NO_PAGES = /^\/(?:api|media)(?:\/|$)/;

/**
 * Serves the pages and their files. Every address that no other route serves is a page, if only the one that says that
 * there is none. Finished pages are kept for the next guest by the response cache. Register it after all other routes.
 *
 * @throws {Error} when the site configuration cannot be read
 */
export async function registerPages(app: FastifyInstance, options: PageOptions = {}): Promise<void> {
  const folder = options.build ?? path.join(ROOT, 'web/build');
  const bundle = path.join(folder, 'server/index.js');
  const { log } = app.dependencies;
  if (!existsSync(bundle)) {
    log.warn({ bundle }, 'the web pages are not built: only the API is served');
    return;
  }
  const siteFile = options.siteFile ?? path.join(ROOT, 'content/site.json');
  const site = Site.parse(JSON.parse(readFileSync(siteFile, 'utf8')));

  let renderer: ReturnType<typeof loadRenderer> | undefined;
  const load = () => {
    renderer ??= loadRenderer(app, bundle, site);
    return renderer;
  };
  // A server that listens is soon asked for a page; one that only a test injects requests into may never be.
  app.addHook('onListen', async () => {
    await load();
  });

  await servePageFiles(app, path.join(folder, 'client'));
  app.route({
    method: 'GET',
    url: '/*',
    schema: { hide: true },
    config: { sharedByGuests: true },
    handler: async (request, reply) => {
      if (NO_PAGES.test(request.url)) return reply.callNotFound();
      const render = await load();
      const page = await app.responseCache.share(`page ${request.url}`, () => render(request.url));
      if (page.status >= 400) reply.header('cache-control', 'no-store');
      return reply.code(page.status).headers(page.headers).send(page.body);
    },
  });
}
