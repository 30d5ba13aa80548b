import { createHash } from 'node:crypto';
import { BRAND_PATH, CACHE_SECONDS, type Site } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import type { SiteFiles } from './files.ts';
import { createIcons } from './icons.ts';

interface ServedFile {
  bytes: Buffer;
  contentType: string;
  etag: string;
}

/** Prevents SVG files that are opened directly from running scripts or loading resources. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

function send(request: FastifyRequest, reply: FastifyReply, file: ServedFile, cacheControl: string) {
  reply.headers({
    etag: file.etag,
    'cache-control': cacheControl,
    'content-security-policy': POLICY,
    // Search engines and link previews embed these.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  return reply.type(file.contentType).send(file.bytes);
}

/** Serves the icons, the image for link previews, and the files that the site configuration names. */
export async function siteFileRoutes(
  app: FastifyInstance,
  { site, files }: { site: Site; files: SiteFiles },
): Promise<void> {
  const icons = createIcons(site, files);
  const images: Record<string, [contentType: string, make: () => Promise<Buffer>]> = {
    '/favicon.svg': ['image/svg+xml', () => icons.svg()],
    '/favicon.ico': ['image/x-icon', () => icons.ico()],
    '/apple-touch-icon.png': ['image/png', () => icons.full(180)],
    '/icon-192.png': ['image/png', () => icons.png(192)],
    '/icon-512.png': ['image/png', () => icons.png(512)],
    '/icon-maskable-512.png': ['image/png', () => icons.full(512)],
    '/share.jpg': ['image/jpeg', () => icons.share()],
  };
  const imageCacheControl = `public, max-age=${CACHE_SECONDS.images}`;

  for (const [url, [contentType, make]] of Object.entries(images)) {
    let rendered: Promise<ServedFile> | undefined;
    const render = async () => {
      const bytes = await make();
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      return { bytes, contentType, etag };
    };
    app.route({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        rendered ??= render();
        try {
          return send(request, reply, await rendered, imageCacheControl);
        } catch (error) {
          rendered = undefined;
          throw error;
        }
      },
    });
  }

  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `${BRAND_PATH}:name`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const file = files.get(request.params.name);
      if (file === undefined) throw notFound();
      const isFont = file.contentType.startsWith('font/');
      const cacheControl = isFont
        ? `public, max-age=${CACHE_SECONDS.buildFiles}, immutable`
        : imageCacheControl;
      return send(request, reply, file, cacheControl);
    },
  });
}
