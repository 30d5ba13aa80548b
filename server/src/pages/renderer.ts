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
  foreignSources,
  nameOwnScripts,
  pagePolicy,
} from './content-security-policy.ts';
import { createPageFinder, type FoundPage } from './routes.ts';

/** What the web's bundle exports beside React Router's own parts (`web/src/entry.server.tsx`). */
interface EntryModule {
  createPageContext(setup: {
    fetch: (path: string, init?: RequestInit) => Promise<Response>;
    site: Site;
    texts: PageTexts;
    brand: SiteStyle;
    origin: string;
    report: (error: unknown) => void;
    nonce: string;
  }): RouterContextProvider;
}

/** A finished page, or what stands in for one in a move from page to page: a status, headers, text. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** An answer of the API that a page was made of. */
interface Ingredient {
  url: string;
  etag: string | undefined;
  facts: Record<string, string>;
}

/** What is rendered for an address. */
export interface PageAddress {
  /** Canonical, and the same for all addresses without a page. */
  url: string;
  /** The parameters of the query that the page is rendered from. */
  knownParameters: readonly string[];
  exists: boolean;
  subject?: FoundPage['subject'];
}

/** The memory for finished pages, in bytes. */
const MAX_FINISHED_BYTES = 32 * 1024 * 1024;
/** Rendering takes the processor; while a page waits for the API another one may go on. */
const RENDERS = {
  concurrency: 4,
  maxQueued: 200,
  maxWaitMs: 5_000,
  detail: 'The site is very busy. Please try again in a moment.',
};
/** The headers of the API's answers that pages read; the entity tag covers the body alone. */
const FACTS = ['content-type', 'link', 'x-total-count'] as const;

/** Calls the API within this process as a guest does. */
async function readApi(app: FastifyInstance, url: string, knownEtag?: string) {
  const answer = await app.inject({
    method: 'GET',
    url,
    headers: { accept: 'application/json', ...(knownEtag && { 'if-none-match': knownEtag }) },
  });
  const facts: Record<string, string> = {};
  for (const name of FACTS) {
    const value = answer.headers[name];
    if (value !== undefined) facts[name] = String(value);
  }
  const etag = answer.statusCode < 400 ? answer.headers.etag : undefined;
  return { answer, ingredient: { url, etag, facts } satisfies Ingredient };
}

async function isCurrent(app: FastifyInstance, { url, etag, facts }: Ingredient): Promise<boolean> {
  if (etag === undefined) return false;
  const { answer, ingredient } = await readApi(app, url, etag);
  return (
    answer.statusCode === 304 &&
    ingredient.facts.link === facts.link &&
    ingredient.facts['x-total-count'] === facts['x-total-count']
  );
}

/** Whose pages they are, and what they say. */
export interface Company {
  site: Site;
  texts: PageTexts;
  brand: SiteStyle;
}

/** A page, with what its policy and its freshness depend on. */
interface Rendered {
  page: RenderedPage;
  ingredients: Ingredient[];
  /** What allows its inline scripts; undefined where it is no page but what stands in for one. */
  hashes?: string[];
}

/** After so long the origins are read again, for changes by other processes. */
const ORIGINS_LAST_MS = 10_000;

/**
 * Makes functions from an address to the finished page. Guests all get the same HTML (the session lives in the browser), so
 * a page depends on its address and on the responses of the API alone; while those are the same, it is not rendered again.
 *
 * @param build the modules of the pages
 * @param readOrigins which other origins the catalogue leads to
 */
export function createRenderer(
  app: FastifyInstance,
  build: ServerBuild,
  company: Company,
  readOrigins: () => Promise<CatalogueOrigins>,
) {
  const { config, log, livePages } = app.dependencies;
  const handle = createRequestHandler(build, livePages === undefined ? 'production' : 'development');
  const findPage = createPageFinder(build);
  const { createPageContext } = build.entry.module as unknown as EntryModule;
  const finished = new LRUCache<string, Rendered>({
    maxSize: MAX_FINISHED_BYTES,
    sizeCalculation: ({ page }, url) => page.body.length + 2 * url.length + 4096,
  });

  const renders = new Semaphore(RENDERS);

  let origins: { known: CatalogueOrigins; generation: number; until: number } | undefined;
  async function renewOrigins(): Promise<CatalogueOrigins> {
    const { generation } = app.responseCache;
    const until = performance.now() + ORIGINS_LAST_MS;
    const known = await app.responseCache.share('origins', readOrigins);
    origins = { known, generation, until };
    return known;
  }
  /** Waits after a change made here alone: in a large catalogue reading takes a while. */
  async function currentOrigins(): Promise<CatalogueOrigins> {
    if (origins?.generation !== app.responseCache.generation) return renewOrigins();
    if (origins.until < performance.now()) {
      origins.until = performance.now() + ORIGINS_LAST_MS;
      renewOrigins().catch((error: unknown) => log.warn({ err: error }, 'the origins could not be read'));
    }
    return origins.known;
  }

  /** The page with the policy of now: a tour of another host may have come since it was rendered. */
  async function withPolicy({ page, hashes }: Rendered): Promise<RenderedPage> {
    if (hashes === undefined) return page;
    const { checkoutScript } = config.payments;
    const foreign = foreignSources(checkoutScript, company.site, await currentOrigins());
    const policy = pagePolicy(hashes, foreign, company.brand.css);
    const headers = { ...page.headers, 'content-security-policy': livePages?.relaxPolicy(policy) ?? policy };
    return { ...page, headers };
  }

  async function renderAnew(url: string): Promise<Rendered> {
    const ingredients: Ingredient[] = [];
    const nonce = randomBytes(16).toString('base64url');
    const context = createPageContext({
      nonce,
      fetch: async (path, init = {}) => {
        init.signal?.throwIfAborted();
        const { answer, ingredient } = await readApi(app, path);
        ingredients.push(ingredient);
        const body = answer.body === '' ? null : answer.body;
        return new Response(body, { status: answer.statusCode, headers: ingredient.facts });
      },
      ...company,
      origin: config.publicUrl,
      report: (error) => log.error({ err: error }, 'a page could not be rendered'),
    });
    // Joined, not resolved: an address that begins with two slashes must not name another host.
    const response = await handle(new Request(`${config.publicUrl}${url}`), context);
    const headers = Object.fromEntries(response.headers);
    if (!headers['content-type']?.startsWith('text/html')) {
      const body = Buffer.from(await response.arrayBuffer());
      return { page: { status: response.status, headers, body }, ingredients };
    }
    const { html, hashes } = nameOwnScripts(await response.text(), nonce);
    const body = Buffer.from(html);
    return { page: { status: response.status, headers, body }, ingredients, hashes };
  }

  async function isMissing(apiUrl: string): Promise<boolean> {
    const { statusCode } = (await readApi(app, apiUrl)).answer;
    return statusCode === 404 || statusCode === 400;
  }

  async function render({ url, exists, subject }: PageAddress): Promise<RenderedPage> {
    const known = finished.get(url);
    if (known !== undefined) {
      if (!exists) return withPolicy(known);
      const current = await Promise.all(known.ingredients.map((ingredient) => isCurrent(app, ingredient)));
      if (current.every(Boolean)) return withPolicy(known);
    }
    if (subject !== undefined && (await isMissing(subject.url))) {
      const missing: PageAddress = { url: subject.missingPath, knownParameters: [], exists: false };
      // At that very address this is what others share: it must not wait for itself.
      if (url === missing.url) return render(missing);
      return app.responseCache.share(`page ${missing.url}`, () => render(missing));
    }
    const rendered = await renders.run(() => renderAnew(url));
    const { status, headers } = rendered.page;
    // Addresses of pages that nobody may keep can hold secrets.
    const isPrivate = headers['cache-control']?.includes('no-store');
    const isFinal = status === 200 || (status === 404 && !exists);
    if (isFinal && !isPrivate) finished.set(url, rendered);
    return withPolicy(rendered);
  }

  /** What the address of a page means; it may be joined from anything that a client sends. */
  function readAddress(url: string): PageAddress {
    // Joined, not resolved: an address that begins with two slashes must not name another host.
    const { pathname } = new URL(`${config.publicUrl}${pathOf(url)}`);
    const page = findPage(pathname);
    return { ...page, url: canonicalUrl(page.exists ? url : page.path, page.knownParameters) };
  }

  return { readAddress, render };
}

export type Renderer = ReturnType<typeof createRenderer>;
