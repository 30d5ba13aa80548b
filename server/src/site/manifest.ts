import type { Site } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';

/** Serves the web app manifest. */
export async function manifestRoute(app: FastifyInstance, { site }: { site: Site }): Promise<void> {
  const manifest = JSON.stringify({
    id: '/',
    name: site.name,
    short_name: site.name.slice(0, 12).trim(),
    description: site.description,
    lang: 'en',
    start_url: '/experiences',
    scope: '/',
    display: 'minimal-ui',
    theme_color: site.colours.cream,
    background_color: site.colours.cream,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
  app.get(
    '/manifest.webmanifest',
    { schema: { hide: true }, config: { sharedByGuests: true } },
    async (_request, reply) =>
      reply
        .header('content-type', 'application/manifest+json; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(manifest),
  );
}
