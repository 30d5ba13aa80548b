import type { FastifyInstance } from 'fastify';
import type { MediaUrls } from './media-urls.ts';
import { mediaRoutes } from './routes.ts';
import { sampleRoutes } from './sample-routes.ts';

/** Serves stored media and the product's sample media. */
export async function mediaPlugin(app: FastifyInstance, { urls }: { urls: MediaUrls }): Promise<void> {
  await app.register(mediaRoutes, { storage: app.dependencies.storage, urls: urls });
  await app.register(sampleRoutes);
}
