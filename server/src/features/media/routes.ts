import { CACHE_SECONDS } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config/config.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Storage } from '../../gateways/storage.ts';
import { READ_BY_OTHER_SITES } from '../../http/guards.ts';
import { contentTypeOf, sendObject } from '../../http/send-object.ts';
import { contentKey, isAssetPath, thumbnailKey } from './manifest.ts';
import type { MediaUrls } from './media-urls.ts';
import { findAsset, findThumbnails, type MediaAsset } from './store.ts';

export interface MediaRoutesOptions {
  storage: Storage;
  urls: MediaUrls;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const THUMBNAIL_ID = /^[0-9a-f]{32}$/;
const THUMBNAIL_NAME = /^\d{3,4}\.(?:avif|webp|jpg)$/;

/** How long a process serves a public URL at most after it has ended. */
const OPEN_TTL_MS = 1000;

/** Browsers need never ask again. Shared caches do, since what was public may have ended. */
const PUBLIC_MEDIA = `public, max-age=${CACHE_SECONDS.tourMedia}, s-maxage=${CACHE_SECONDS.sharedTourMedia}, immutable`;
const PUBLIC_IMAGES = `public, max-age=${CACHE_SECONDS.images}`;

/** Pages of any site may embed and read public media. */
const CROSS_ORIGIN = { 'cross-origin-resource-policy': 'cross-origin', ...READ_BY_OTHER_SITES };

/** Our own pages alone may show gated media, which may have a host of their own. */
function forOwnPages({
  mediaUrl,
  publicUrl,
}: Pick<Config, 'mediaUrl' | 'publicUrl'>): Record<string, string> {
  return mediaUrl === undefined
    ? { 'cross-origin-resource-policy': 'same-origin' }
    : { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': publicUrl };
}

interface AssetParams {
  assetId: string;
  '*': string;
}

/** Serves stored media: `/media/…` and `/thumbnails/…`. */
export async function mediaRoutes(
  app: FastifyInstance,
  { storage, urls }: MediaRoutesOptions,
): Promise<void> {
  const { config, db } = app.dependencies;
  const gatedHeaders = forOwnPages(config);
  /** Assets are immutable; public ones may end. */
  const assets = new LRUCache<string, MediaAsset>({ max: 10_000 });

  /** Whether there are thumbnails with an id, which may end; what is known is used on while the database does not answer. */
  const thumbnails = new LRUCache<string, boolean>({
    max: 10_000,
    ttl: OPEN_TTL_MS,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (id) => (await findThumbnails(db, id)) !== undefined,
  });

  async function assetOf(id: string): Promise<MediaAsset> {
    const cached = assets.get(id);
    if (cached !== undefined) return cached;
    const asset = UUID.test(id) ? await findAsset(db, id) : undefined;
    if (asset === undefined) throw notFound();
    assets.set(id, asset, asset.gated ? {} : { ttl: OPEN_TTL_MS });
    return asset;
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    { etag, cacheControl }: { etag: string; cacheControl: string },
  ): Promise<FastifyReply> {
    const info = await storage.stat(key);
    if (info === undefined) throw notFound();
    // Nothing in these responses depends on the origin, and caches would keep one for each.
    reply.removeHeader('vary');
    return sendObject(request, reply, {
      size: info.size,
      etag: `"${etag}"`,
      contentType: contentTypeOf(key),
      cacheControl,
      read: (range) => storage.read(key, range),
    });
  }

  app.route<{ Params: AssetParams }>({
    method: ['GET', 'HEAD'],
    url: '/media/:assetId/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { assetId, '*': path } = request.params;
      if (!isAssetPath(path)) throw notFound();
      const { contentHash, gated } = await assetOf(assetId);
      if (gated) throw new AppError(403, 'media_not_signed', 'This address opens only with permission.');
      reply.headers(CROSS_ORIGIN);
      return send(request, reply, contentKey(contentHash, path), {
        etag: contentHash.slice(0, 32),
        cacheControl: PUBLIC_MEDIA,
      });
    },
  });

  app.route<{ Params: AssetParams & { token: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/s/:token/:assetId/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { token, assetId, '*': path } = request.params;
      if (!isAssetPath(path)) throw notFound();
      // Refusals too: pages of another host would see no status.
      reply.headers(gatedHeaders);
      const expires = urls.verify(token, assetId);
      if (expires === undefined) {
        throw new AppError(
          403,
          'media_address_expired',
          'This address has expired. Please open the tour again.',
        );
      }
      const { contentHash } = await assetOf(assetId);
      const seconds = Math.max(0, Math.floor(expires - Date.now() / 1000));
      return send(request, reply, contentKey(contentHash, path), {
        etag: contentHash.slice(0, 32),
        cacheControl: `private, max-age=${Math.min(seconds, CACHE_SECONDS.tourMedia)}`,
      });
    },
  });

  app.route<{ Params: { id: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/thumbnails/:id/:name',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { id, name } = request.params;
      const isName = THUMBNAIL_ID.test(id) && THUMBNAIL_NAME.test(name);
      if (!isName || !(await thumbnails.fetch(id))) throw notFound();
      reply.headers(CROSS_ORIGIN);
      return send(request, reply, thumbnailKey(id, name), { etag: id, cacheControl: PUBLIC_IMAGES });
    },
  });
}
