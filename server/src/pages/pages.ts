import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { AppError } from '../errors.ts';
import { RETRY_AFTER_SECONDS } from '../http/problem.ts';
import { NO_PAGES } from '../http/request-target.ts';
import { withOtherParameters } from './canonical-url.ts';
import { servePageFiles } from './files.ts';
import {
  createRenderer,
  type PageContent,
  type PolicySources,
  type RenderedPage,
  type Renderer,
} from './renderer.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface PageOptions {
  /** The build of the web; `web/build` unless a test has another. */
  build?: string;
  content: PageContent;
  sources: PolicySources;
}

/** A refusal as plain text, without rendering. Other errors are rethrown. */
function plainTextPage(error: unknown): RenderedPage {
  if (!(error instanceof AppError)) throw error;
  const headers = { ...error.headers, 'content-type': 'text/plain; charset=utf-8' };
  return { status: error.status, headers, body: Buffer.from(error.message) };
}

/**
 * Serves the pages and their files. Every URL without another route is a page, possibly the one for 404. Rendered pages
 * are cached by the response cache. Register it after all other routes.
 */
export async function registerPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const folder = options.build ?? path.join(ROOT, 'web/build');
  const bundle = path.join(folder, 'server/index.js');
  const { log, livePages } = app.dependencies;
  if (livePages === undefined && !existsSync(bundle)) {
    log.warn({ bundle }, 'the web pages are not built: only the API is served');
    return;
  }
  const { content, sources } = options;

  const loadModules = (): Promise<ServerBuild> =>
    livePages === undefined ? import(pathToFileURL(bundle).href) : livePages.load();
  let current: { build: ServerBuild; renderer: Renderer } | undefined;
  const load = async () => {
    const build = await loadModules();
    if (current?.build !== build) {
      current = { build, renderer: createRenderer(app, build, content, sources) };
    }
    return current.renderer;
  };
  if (livePages === undefined) {
    // Loading takes a moment: a listening server preloads the modules, tests that inject requests load them on demand.
    app.addHook('onListen', async () => {
      await load();
    });
    await servePageFiles(app, path.join(folder, 'client'));
  }
  app.route({
    method: 'GET',
    url: '/*',
    schema: { hide: true },
    config: { sharedByGuests: true, knownParameters: null },
    handler: async (request, reply) => {
      if (NO_PAGES.test(request.url)) return reply.callNotFound();
      const { resolveUrl, render } = await load();
      const target = resolveUrl(request.url);
      request.knownParameters = target.knownParameters;
      request.pagePattern = target.pattern;
      const page = await app.responseCache
        .share(`page ${target.url}`, () => render(target))
        .catch(plainTextPage);
      // It knows no list of websites; browsers prefer the policy, other software may not.
      if (page.isFramed) reply.removeHeader('x-frame-options');
      if (page.status >= 400) reply.header('cache-control', 'no-store');
      // Crawlers too come back then, and do not take the page for gone.
      if (page.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
      reply.code(page.status).headers(page.headers);
      const { location } = page.headers;
      if (location !== undefined)
        reply.header('location', withOtherParameters(location, request.url, target.knownParameters));
      return reply.send(page.body);
    },
  });
}
