import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE_SECONDS } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors.ts';
import { contentTypeOf, sendObject } from '../../http/send-object.ts';

/** The demo's photos and videos in the repository. */
const SAMPLE_MEDIA = fileURLToPath(new URL('../../../../content/media/', import.meta.url));

const FILE = /^(?:photos\/[a-z0-9-]+\.jpg|videos\/[a-z0-9-]+\.mp4)$/;

/** Serves `/fallback-tours/…`, which replace tours without a valid media URL. */
export async function sampleRoutes(app: FastifyInstance, { folder = SAMPLE_MEDIA } = {}): Promise<void> {
  app.route<{ Params: { kind: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/fallback-tours/:kind/:name',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { kind, name } = request.params;
      const file = path.join(folder, kind, name);
      const info = FILE.test(`${kind}/${name}`) ? await lstat(file).catch(() => undefined) : undefined;
      if (!info?.isFile()) throw notFound();
      return sendObject(request, reply, {
        size: info.size,
        etag: `"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}"`,
        contentType: contentTypeOf(name),
        // Under names that stay the same.
        cacheControl: `public, max-age=${CACHE_SECONDS.images}`,
        read: (range) => createReadStream(file, { highWaterMark: 256 * 1024, ...range }),
      });
    },
  });
}
