import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Experience, OpportunityPage, Site } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { sendObject } from '../http/send-object.ts';
import { brochurePdf } from './brochure-pdf.ts';

/** Where the brochure is; the page of the course links to it. */
export const BROCHURE_PATH = '/brochure.pdf';

/** How long browsers keep it, and this process. The cover shows a picture of the catalogue, which may change. */
const CACHE_LIFETIME_SECONDS = 60 * 60;
/** The width of the picture of the cover, in pixels, if there is one of that width. */
const COVER_WIDTH = 1280;

interface Brochure {
  bytes: Buffer;
  etag: string;
  /** On the clock of `performance.now()`. */
  createdAt: number;
}

/** The picture of a tour as a JPEG of our own, read as a guest reads it; undefined where there is none. */
async function readCoverImage(app: FastifyInstance, tour: string | undefined): Promise<Buffer | undefined> {
  if (tour === undefined) return undefined;
  const found = await app.inject({ method: 'GET', url: `/api/vr360/${tour}` });
  if (found.statusCode !== 200) return undefined;
  const { thumbnails } = found.json<Experience>();
  if (!thumbnails?.pattern.startsWith('/')) return undefined;
  const fitting = thumbnails.widths.filter((width) => width <= COVER_WIDTH);
  const width = fitting.length > 0 ? Math.max(...fitting) : Math.min(...thumbnails.widths);
  const url = thumbnails.pattern.replace('{width}', String(width)).replace('{format}', 'jpg');
  const picture = await app.inject({ method: 'GET', url });
  const isJpeg = picture.headers['content-type'] === 'image/jpeg';
  return picture.statusCode === 200 && isJpeg ? picture.rawPayload : undefined;
}

/** The course on paper: one PDF, made from the page's own texts when it is first asked for, and kept. */
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
