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

/** An SVG that somebody opens by its address runs nothing and loads nothing but what it holds. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

function send(request: FastifyRequest, reply: FastifyReply, picture: ServedFile, cacheControl: string) {
  reply.headers({
    etag: picture.etag,
    'cache-control': cacheControl,
    'content-security-policy': POLICY,
    // Others show these: a search engine, a chat with a link.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (request.headers['if-none-match'] === picture.etag) return reply.code(304).send();
  return reply.type(picture.contentType).send(picture.bytes);
}

/** The icons and the picture of shared links, made of the site configuration, and the files that it names. */
export async function siteFileRoutes(
  app: FastifyInstance,
  { site, files }: { site: Site; files: SiteFiles },
): Promise<void> {
  const icons = createIcons(site, files);
  const pictures: Record<string, [contentType: string, make: () => Promise<Buffer>]> = {
    '/favicon.svg': ['image/svg+xml', () => icons.svg()],
    '/favicon.ico': ['image/x-icon', () => icons.ico()],
    '/apple-touch-icon.png': ['image/png', () => icons.full(180)],
    '/icon-192.png': ['image/png', () => icons.png(192)],
    '/icon-512.png': ['image/png', () => icons.png(512)],
    '/icon-maskable-512.png': ['image/png', () => icons.full(512)],
    '/share.jpg': ['image/jpeg', () => icons.share()],
  };
  const images = `public, max-age=${CACHE_SECONDS.images}`;

  for (const [url, [contentType, make]] of Object.entries(pictures)) {
    let made: Promise<ServedFile> | undefined;
    const picture = async () => {
      const bytes = await make();
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      return { bytes, contentType, etag };
    };
    app.route({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        made ??= picture();
        try {
          return send(request, reply, await made, images);
        } catch (error) {
          made = undefined;
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
      const kept = isFont ? `public, max-age=${CACHE_SECONDS.buildFiles}, immutable` : images;
      return send(request, reply, file, kept);
    },
  });
}
