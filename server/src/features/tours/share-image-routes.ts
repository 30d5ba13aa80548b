import { Readable } from 'node:stream';
import {
  DEFAULT_FOV,
  type ExperienceDetail,
  parseTourLink,
  type Thumbnails,
  type TourLink,
  type TourView,
} from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { sendObject } from '../../http/send-object.ts';
import { limitByIp, type RateLimitRule } from '../../rate-limit/rate-limit.ts';
import { type Catalogue, experienceKey, type SharedDetail } from '../catalogue/service.ts';
import {
  type DrawnImage,
  findAssetContents,
  isSphere,
  type MediaContent,
  ShareImages,
  type StoredContent,
  Strips,
} from '../media/service.ts';
import type { PublishedTours } from './published-tours.ts';

/** Images that are not in memory; each takes some of the processor's time. */
const DRAWING_LIMIT: RateLimitRule = { name: 'share-image', max: 60, windowSeconds: 60 };
const STRIP_LIMIT: RateLimitRule = { name: 'strip', max: 120, windowSeconds: 60 };
/** A tour whose access has changed is not shown for longer than this. */
const CACHED = 'public, max-age=300';

/** What every visitor may see of what a link names: a view into media, or else an image that exists. */
interface Shared {
  drawn?: { content: MediaContent; view: TourView };
  cover: string;
}

function coverOf({ pattern, widths, formats }: Thumbnails): string | undefined {
  if (!formats.includes('jpg')) return undefined;
  return pattern.replace('{width}', String(Math.max(...widths))).replace('{format}', 'jpg');
}

/** Whether a view into it may be drawn: what lies beyond a part of a sphere is nothing to show. */
const isWholeSphere = (content: StoredContent): content is StoredContent & MediaContent =>
  isSphere(content) && content.manifest.sphere?.part === undefined;

/** Undefined where too many are drawn at once: something else serves as well, until there is time to draw. */
async function unlessBusy(image: Promise<DrawnImage> | undefined): Promise<DrawnImage | undefined> {
  try {
    return await image;
  } catch (error) {
    if (error instanceof AppError && [429, 503].includes(error.status)) return undefined;
    throw error;
  }
}

function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: DrawnImage,
  contentType: string,
): FastifyReply {
  return sendObject(request, reply, {
    size: bytes.length,
    etag: `"${etag}"`,
    contentType,
    cacheControl: CACHED,
    read: (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  });
}

/** Serves images of what links to tours show, for the sites that such links are posted on. */
export async function shareImageRoutes(
  app: FastifyInstance,
  { catalogue, tours }: { catalogue: Catalogue; tours: PublishedTours },
): Promise<void> {
  const { db, storage } = app.dependencies;
  const images = new ShareImages(storage);
  const strips = new Strips(storage);
  app.addHook('onClose', () => images.close());

  async function sharedOf(
    { stored, panorama, tourVersion }: SharedDetail,
    experience: ExperienceDetail,
    link: TourLink,
  ): Promise<Shared> {
    const { view } = link;
    const { tour, thumbnails, thumbnail, isPermission } = experience;
    const cover = (thumbnails && coverOf(thumbnails)) ?? thumbnail;
    if (tour === undefined || tourVersion === undefined) {
      if (!isPermission || stored.assetId === null) return { cover };
      const content = (await findAssetContents(db, [stored.assetId])).get(stored.assetId);
      if (content === undefined || !isWholeSphere(content)) return { cover };
      const { yaw, pitch } = panorama?.initialView ?? { yaw: 0, pitch: 0 };
      return { cover, drawn: { content, view: view ?? { yaw, pitch, fov: DEFAULT_FOV } } };
    }
    const media = await tours.mediaOf(stored.id, tourVersion, link);
    if (media === undefined) return { cover };
    const { scene, content } = media;
    const own = { cover: (media.thumbnails && coverOf(media.thumbnails)) ?? cover };
    const isOpen = tour.scenes.some(({ id, isOpen }) => id === scene.id && isOpen);
    const isLimited = scene.coverage !== undefined || scene.limits !== undefined;
    if (!isOpen || isLimited || !isWholeSphere(content)) return own;
    return { ...own, drawn: { content, view: view ?? scene.view } };
  }

  app.route<{ Params: { slug: string } }>({
    method: ['GET', 'HEAD'],
    url: '/strips/:slug',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { slug } = request.params;
      const shared = await catalogue.findCached(experienceKey(slug));
      const experience = await catalogue.present(shared, undefined);
      const { drawn } = experience.isPermission ? await sharedOf(shared, experience, {}) : {};
      if (drawn === undefined) return reply.code(204).header('cache-control', CACHED).send();
      const admit = () => limitByIp(db, STRIP_LIMIT, request, reply);
      const image = await unlessBusy(strips.of(drawn.content, admit));
      // The card's picture stays still.
      if (image === undefined) return reply.code(204).header('cache-control', 'no-store').send();
      return sendImage(request, reply, image, 'image/webp');
    },
  });

  app.route<{ Params: { slug: string } }>({
    method: ['GET', 'HEAD'],
    url: '/share-images/:slug',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { slug } = request.params;
      const { searchParams } = new URL(request.url, 'http://localhost');
      const shared = await catalogue.find(experienceKey(slug), `share image of ${slug}`);
      const experience = await catalogue.present(shared, undefined);
      const { drawn, cover } = await sharedOf(shared, experience, parseTourLink(searchParams));
      reply.header('cross-origin-resource-policy', 'cross-origin');
      const admit = () => limitByIp(db, DRAWING_LIMIT, request, reply);
      const image = await unlessBusy(drawn && images.of(drawn.content, drawn.view, admit));
      if (image === undefined) return reply.header('cache-control', CACHED).redirect(cover, 302);
      return sendImage(request, reply, image, 'image/jpeg');
    },
  });
}
