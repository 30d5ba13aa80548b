import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Experience, OpportunityPage, Site } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { sendObject } from '../http/send-object.ts';
import { brochurePdf } from './brochure-pdf.ts';

/** The path of the brochure; the page of the course links to it. */
export const BROCHURE_PATH = '/brochure.pdf';

/** How long browsers and this process cache it. The cover image is from the catalogue, and may change. */
const CACHE_LIFETIME_SECONDS = 60 * 60;
/** The maximum width of the cover image in pixels, if a thumbnail is that small. */
const COVER_WIDTH = 1280;

interface Brochure {
  bytes: Buffer;
  etag: string;
  /** On the clock of `performance.now()`. */
  createdAt: number;
}

/** A tour's thumbnail as a JPEG, read from the API as a guest; undefined where there is none. */
async function readCoverImage(app: FastifyInstance, tour: string | undefined): Promise<Buffer | undefined> {
  if (tour === undefined) return undefined;
  const response = await app.inject({ method: 'GET', url: `/api/vr360/${tour}` });
  if (response.statusCode !== 200) return undefined;
  const { thumbnails } = response.json<Experience>();
  if (!thumbnails?.pattern.startsWith('/')) return undefined;
  const fitting = thumbnails.widths.filter((width) => width <= COVER_WIDTH);
  const width = fitting.length > 0 ? Math.max(...fitting) : Math.min(...thumbnails.widths);
  const url = thumbnails.pattern.replace('{width}', String(width)).replace('{format}', 'jpg');
  const picture = await app.inject({ method: 'GET', url });
  const isJpeg = picture.headers['content-type'] === 'image/jpeg';
  return picture.statusCode === 200 && isJpeg ? picture.rawPayload : undefined;
}

/** Serves the brochure, rendered at the first request and cached. */
export async function brochureRoute(
  app: FastifyInstance,
  { site, texts }: { site: Site; texts: OpportunityPage },
): Promise<void> {
  const { config, log } = app.dependencies;
  let cached: Brochure | undefined;
  let making: Promise<Brochure> | undefined;

  const make = async (): Promise<Brochure> => {
    const coverImage = await readCoverImage(app, texts.opening.picture?.tour).catch((error: unknown) => {
      log.warn({ err: error }, 'failed to read the cover image of the brochure');
      return undefined;
    });
    const url = `${config.publicUrl}/opportunity`;
    const bytes = await brochurePdf({ site, texts, url, coverImage });
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    cached = { bytes, etag, createdAt: performance.now() };
    return cached;
  };
  const brochure = async (): Promise<Brochure> => {
    if (cached !== undefined && performance.now() - cached.createdAt < CACHE_LIFETIME_SECONDS * 1000)
      return cached;
    making ??= make().finally(() => {
      making = undefined;
    });
    return making;
  };

  app.route({
    method: 'GET',
    url: BROCHURE_PATH,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { bytes, etag } = await brochure();
      reply.header('content-disposition', `inline; filename="${texts.brochure.fileName}"`);
      return sendObject(request, reply, {
        size: bytes.length,
        etag,
        contentType: 'application/pdf',
        cacheControl: `public, max-age=${CACHE_LIFETIME_SECONDS}`,
        read: (range) =>
          Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)], {
            objectMode: false,
          }),
      });
    },
  });
}
