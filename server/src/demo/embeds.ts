import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { CACHE_SECONDS } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';

const FOLDER = new URL('../../../content/embeds/', import.meta.url);

/** Allows the page's own inline styles and scripts by hash, and nothing else. */
function contentSecurityPolicy(html: string): string {
  const allowed = (kind: 'style' | 'script') => {
    const texts = html.split(`<${kind}>`).slice(1);
    const hashes = texts.map((text) => {
      const inline = text.slice(0, text.indexOf(`</${kind}>`));
      return `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
    });
    return hashes.length > 0 ? hashes.join(' ') : "'none'";
  };
  return [
    "default-src 'none'",
    `style-src ${allowed('style')}`,
    `script-src ${allowed('script')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

interface EmbeddedPage {
  html: string;
  policy: string;
  etag: string;
}

async function readPages(): Promise<Map<string, EmbeddedPage>> {
  const pages = new Map<string, EmbeddedPage>();
  for (const file of await readdir(FOLDER)) {
    if (!file.endsWith('.html')) continue;
    const html = await readFile(new URL(file, FOLDER), 'utf8');
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    pages.set(file.slice(0, -'.html'.length), { html, policy: contentSecurityPolicy(html), etag });
  }
  return pages;
}

/** Serves the demo's clickable plans, `/embeds/{name}`, for frames on the site's own pages. */
export async function embedRoutes(app: FastifyInstance): Promise<void> {
  const pages = await readPages();
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/embeds/:name',
    schema: { hide: true },
    handler: async (request, reply) => {
      const page = pages.get(request.params.name);
      if (page === undefined) throw notFound();
      reply.removeHeader('x-frame-options').headers({
        'content-security-policy': page.policy,
        'cache-control': `public, max-age=${CACHE_SECONDS.images}`,
        etag: page.etag,
      });
      if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(page.html);
    },
  });
}
