import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { AppError } from '../errors.ts';
import type { CatalogueOrigins } from './content-security-policy.ts';
import { servePageFiles } from './files.ts';
import { type Company, createRenderer, type RenderedPage, type Renderer } from './renderer.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface PageOptions {
  /** The build of the web; `web/build` unless a test has another. */
  build?: string;
  company: Company;
  /** Which other origins the catalogue leads to. */
  readOrigins: () => Promise<CatalogueOrigins>;
}

/** Paths that belong to the API and to media: nothing there is a page, not even the page that says so. */
const NO_PAGES = /^\/(?:api|media)(?:\/|$)/;

/** A refusal for people to read, made without rendering. */
function asPlainPage(error: unknown): RenderedPage {
  if (!(error instanceof AppError)) throw error;
  const headers = { ...error.headers, 'content-type': 'text/plain; charset=utf-8' };
  return { status: error.status, headers, body: Buffer.from(error.message) };
}

/**
 * Serves the pages and their files. Every address that no other route serves is a page, if only the one that says that
 * there is none. Finished pages are kept for the next guest by the response cache. Register it after all other routes.
 */
export async function registerPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const folder = options.build ?? path.join(ROOT, 'web/build');
  const bundle = path.join(folder, 'server/index.js');
  const { log, livePages } = app.dependencies;
  if (livePages === undefined && !existsSync(bundle)) {
    log.warn({ bundle }, 'the web pages are not built: only the API is served');
    return;
  }
  const { company, readOrigins } = options;

  const loadModules = (): Promise<ServerBuild> =>
    livePages === undefined ? import(pathToFileURL(bundle).href) : livePages.load();
  let current: { build: ServerBuild; renderer: Renderer } | undefined;
  const load = async () => {
    const build = await loadModules();
    if (current?.build !== build) {
      current = { build, renderer: createRenderer(app, build, company, readOrigins) };
    }
    return current.renderer;
  };
  if (livePages === undefined) {
    // Loading takes a moment. A server that listens is soon asked for a page; in tests that inject requests, perhaps never.
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
      const { readAddress, render } = await load();
      const address = readAddress(request.url);
      request.knownParameters = address.knownParameters;
      const page = await app.responseCache
        .share(`page ${address.url}`, () => render(address))
        .catch(asPlainPage);
      if (page.status >= 400) reply.header('cache-control', 'no-store');
      return reply.code(page.status).headers(page.headers).send(page.body);
    },
  });
}
