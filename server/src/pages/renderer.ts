import { randomBytes } from 'node:crypto';
import type { PageTexts, Site } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { Semaphore } from '../semaphore.ts';
import type { SiteStyle } from '../site/style.ts';
import { canonicalUrl, pathOf } from './canonical-url.ts';
import {
  type CatalogueOrigins,
  externalSources,
  hashOwnScripts,
  pagePolicy,
} from './content-security-policy.ts';
import { createPageMatcher, type PageMatch } from './routes.ts';

/** The exports of `web/src/entry.server.tsx` that React Router does not define. */
interface EntryModule {
  createPageContext(
    setup: PageContent & {
      fetch: (path: string, init?: RequestInit) => Promise<Response>;
      origin: string;
      report: (error: unknown) => void;
      nonce: string;
    },
  ): RouterContextProvider;
}

/** A rendered page, or its data for a client-side navigation. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether its policy alone says who may show it in a frame. */
  isFramed?: boolean;
}

/** Reads what policies of pages depend on. */
export interface PolicySources {
  /** The external origins of the catalogue. */
  catalogueOrigins: () => Promise<CatalogueOrigins>;
  /** The sources of the websites that may show a tour in a frame. */
  frameAncestors: (slug: string) => Promise<string>;
}

/** An API response that a page was rendered from. */
interface PageDependency {
  url: string;
  etag: string | undefined;
  headers: Record<string, string>;
}

/** What to render for a URL. */
export interface PageTarget {
  /** The pattern of its path. */
  pattern: string;
  /** Canonical, and the same for all URLs without a page. */
  url: string;
  /** The parameters of the query that the page is rendered from. */
  knownParameters: readonly string[];
  exists: boolean;
  subject?: PageMatch['subject'];
  embeddedTour?: PageMatch['embeddedTour'];
}

/** The memory limit of cached pages. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;
/** Rendering is CPU-bound, but other renders can proceed while one waits for the API. */
const RENDERS = {
  concurrency: 4,
  maxQueued: 200,
  maxWaitMs: 5_000,
  detail: 'The site is very busy. Please try again in a moment.',
};
/** The headers of API responses that pages read. Entity tags cover only the body. */
const RENDERED_HEADERS = ['content-type', 'link', 'x-total-count'] as const;

/** Calls the API within this process, as a guest. */
async function readApi(app: FastifyInstance, url: string, knownEtag?: string) {
  const response = await app.inject({
    method: 'GET',
    url,
    headers: { accept: 'application/json', ...(knownEtag && { 'if-none-match': knownEtag }) },
  });
  const headers: Record<string, string> = {};
  for (const name of RENDERED_HEADERS) {
    const value = response.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  const etag = response.statusCode < 400 ? response.headers.etag : undefined;
  return { response, dependency: { url, etag, headers } satisfies PageDependency };
}

async function isCurrent(app: FastifyInstance, { url, etag, headers }: PageDependency): Promise<boolean> {
  if (etag === undefined) return false;
  const { response, dependency } = await readApi(app, url, etag);
  return (
    response.statusCode === 304 &&
    dependency.headers.link === headers.link &&
    dependency.headers['x-total-count'] === headers['x-total-count']
  );
}

/** The site's own content of all pages. */
export interface PageContent {
  site: Site;
  texts: PageTexts;
  brand: SiteStyle;
  passwordMinLength: number;
}

/** A rendered page with the inputs of its policy and its freshness. */
interface Rendered {
  page: RenderedPage;
  dependencies: PageDependency[];
  /** The sources of its inline scripts; undefined for data. */
  hashes?: string[];
}

/** After this time the origins are read again, to see changes by other processes. */
const ORIGINS_CACHE_MS = 10_000;

/**
 * Renders pages. All visitors get the same HTML (the session is restored in the browser), so a page depends only on its URL
 * and the API's responses, and is rendered again only when one of those changes.
 *
 * @param build the server build of the pages
 * @param sources what the pages' policies depend on
 */
export function createRenderer(
  app: FastifyInstance,
  build: ServerBuild,
  content: PageContent,
  sources: PolicySources,
) {
  const { config, log, livePages } = app.dependencies;
  const handle = createRequestHandler(build, livePages === undefined ? 'production' : 'development');
  const matchPage = createPageMatcher(build);
  const { createPageContext } = build.entry.module as unknown as EntryModule;
  const cachedPages = new LRUCache<string, Rendered>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ page }, url) => page.body.length + 2 * url.length + 4096,
  });

  const renders = new Semaphore(RENDERS);

  let origins: { current: CatalogueOrigins; generation: number; until: number } | undefined;
  async function renewOrigins(): Promise<CatalogueOrigins> {
    const { generation } = app.responseCache;
    const until = performance.now() + ORIGINS_CACHE_MS;
    const current = await app.responseCache.share('origins', sources.catalogueOrigins);
    origins = { current, generation, until };
    return current;
  }
  /** Waits only after a change by this process, since reading a large catalogue takes a while; otherwise renews in the background. */
  async function currentOrigins(): Promise<CatalogueOrigins> {
    if (origins?.generation !== app.responseCache.generation) return renewOrigins();
    if (origins.until < performance.now()) {
      origins.until = performance.now() + ORIGINS_CACHE_MS;
      renewOrigins().catch((error: unknown) =>
        log.warn({ err: error }, 'failed to read the origins of the catalogue'),
      );
    }
    return origins.current;
  }

  /** Adds the current policy: the catalogue's origins may have changed since the page was rendered. */
  async function withPolicy({ page, hashes }: Rendered, { embeddedTour }: PageTarget): Promise<RenderedPage> {
    // A redirect shows nothing itself, but some browsers ask its policy too whether it may be followed in a frame.
    const isFramedRedirect = embeddedTour !== undefined && page.headers.location !== undefined;
    if (hashes === undefined && !isFramedRedirect) return page;
    const { mediaUrl, payments } = config;
    const external = externalSources(payments.checkoutScript, content.site, await currentOrigins(), mediaUrl);
    const frameAncestors =
      embeddedTour === undefined ? undefined : await sources.frameAncestors(embeddedTour);
    const policy = pagePolicy(hashes ?? [], external, content.brand.css, frameAncestors);
    const headers = { ...page.headers, 'content-security-policy': livePages?.relaxPolicy(policy) ?? policy };
    return { ...page, headers, isFramed: frameAncestors !== undefined };
  }

  async function renderFresh(url: string): Promise<Rendered> {
    const dependencies: PageDependency[] = [];
    const nonce = randomBytes(16).toString('base64url');
    const context = createPageContext({
      nonce,
      fetch: async (path, init = {}) => {
        init.signal?.throwIfAborted();
        const { response, dependency } = await readApi(app, path);
        dependencies.push(dependency);
        const body = response.body === '' ? null : response.body;
        return new Response(body, { status: response.statusCode, headers: dependency.headers });
      },
      ...content,
      origin: config.publicUrl,
      report: (error) => log.error({ err: error }, 'failed to render a page'),
    });
    // Concatenated, not resolved: a URL that begins with two slashes must not name another host.
    const response = await handle(new Request(`${config.publicUrl}${url}`), context);
    const headers = Object.fromEntries(response.headers);
    if (!headers['content-type']?.startsWith('text/html')) {
      const body = Buffer.from(await response.arrayBuffer());
      return { page: { status: response.status, headers, body }, dependencies };
    }
    const { html, hashes } = hashOwnScripts(await response.text(), nonce);
    const body = Buffer.from(html);
    return { page: { status: response.status, headers, body }, dependencies, hashes };
  }

  async function isMissing(apiUrl: string): Promise<boolean> {
    const { statusCode } = (await readApi(app, apiUrl)).response;
    return statusCode === 404 || statusCode === 400;
  }

  async function render(target: PageTarget): Promise<RenderedPage> {
    const { url, exists, subject } = target;
    const cached = cachedPages.get(url);
    if (cached !== undefined) {
      if (!exists) return withPolicy(cached, target);
      const areCurrent = await Promise.all(
        cached.dependencies.map((dependency) => isCurrent(app, dependency)),
      );
      if (areCurrent.every(Boolean)) return withPolicy(cached, target);
    }
    if (subject !== undefined && (await isMissing(subject.url))) {
      const missing: PageTarget = {
        url: subject.missingPath,
        pattern: target.pattern,
        knownParameters: [],
        exists: false,
      };
      // A render of this URL is already shared under that key, and must not wait for itself.
      if (url === missing.url) return render(missing);
      return app.responseCache.share(`page ${missing.url}`, () => render(missing));
    }
    const rendered = await renders.run(() => renderFresh(url));
    const { status, headers } = rendered.page;
    // URLs of pages with `no-store` may contain secrets.
    const isPrivate = headers['cache-control']?.includes('no-store');
    const isFinal = status === 200 || (status === 404 && !exists);
    if (isFinal && !isPrivate) cachedPages.set(url, rendered);
    return withPolicy(rendered, target);
  }

  /** The page for a URL, which may be anything that a client sends. */
  function resolveUrl(url: string): PageTarget {
    // Concatenated, not resolved: a URL that begins with two slashes must not name another host.
    const { pathname } = new URL(`${config.publicUrl}${pathOf(url)}`);
    const page = matchPage(pathname);
    return { ...page, url: canonicalUrl(page.exists ? url : page.path, page.knownParameters) };
  }

  return { resolveUrl, render };
}

export type Renderer = ReturnType<typeof createRenderer>;
