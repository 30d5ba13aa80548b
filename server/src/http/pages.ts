import { createHash } from 'node:crypto';
import { CACHE_SECONDS, type Site } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';

/** What the web's bundle exports beside React Router's own parts (`web/src/entry.server.tsx`). */
interface EntryModule {
  createPageContext(setup: {
    fetch: (path: string, init?: RequestInit) => Promise<Response>;
    site: Site;
    origin: string;
  }): RouterContextProvider;
}

/** A finished page, ready to be sent as it is and to be kept for the next guest. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** `script-src` sources for the inline scripts of a finished page, so that no page needs `unsafe-inline` or a nonce. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    const isData = /\ssrc=/i.test(attributes) || /type="application\/ld\+json"/i.test(attributes);
    if (!isData && text !== '') hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return [...hashes];
}

function contentSecurityPolicy(html: string): string {
  const scripts = ["'self'", ...inlineScriptHashes(html)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    // React sets style attributes through the DOM; attributes in the rendered HTML need this and carry no script.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' https:",
    "font-src 'self'",
    "connect-src 'self' data:",
    "worker-src 'self'",
    "manifest-src 'self'",
    'frame-src https: http:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Renders the pages of the web's bundle. Guests all get the same HTML (the session lives in the browser), so a page
 * depends on its address alone.
 *
 * @param build the bundle, `web/build/server/index.js`
 * @returns a function from a path with its query to the finished page
 */
export function createPageRenderer(app: FastifyInstance, build: ServerBuild, site: Site, origin: string) {
  const handle = createRequestHandler(build, 'production');
  const { createPageContext } = build.entry.module as unknown as EntryModule;

  const fetchInProcess = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await app.inject({ method: 'GET', url: path, headers: { accept: 'application/json' } });
    init.signal?.throwIfAborted();
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined) headers.set(name, String(value));
    }
    return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers,
    });
  };

  return async function render(pathAndQuery: string, method: 'GET' | 'HEAD' = 'GET'): Promise<RenderedPage> {
    const request = new Request(new URL(pathAndQuery, origin), { method });
    const response = await handle(request, createPageContext({ fetch: fetchInProcess, site, origin }));
    const body = Buffer.from(await response.arrayBuffer());
    const headers: Record<string, string> = Object.fromEntries(response.headers);
    if (headers['content-type']?.startsWith('text/html')) {
      headers['content-security-policy'] = contentSecurityPolicy(body.toString('utf8'));
    }
    headers['cache-control'] ??=
      response.status < 400
        ? `public, max-age=0, s-maxage=${CACHE_SECONDS.catalogue}, stale-while-revalidate=5`
        : 'no-store';
    return { status: response.status, headers, body };
  };
}
