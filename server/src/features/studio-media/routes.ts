import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { AppError, notFound } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { sendObject } from '../../http/send-object.ts';
import { noStore } from '../../http/uncached-headers.ts';
import type { MediaUrls } from '../media/service.ts';
import { readUploadBytes, type UploadDependencies } from '../uploads/service.ts';
import {
  confirmMedia,
  deleteMedia,
  type FindTitlesOfTours,
  listMedia,
  previewKey,
  previewUrlsFor,
  readAsset,
  readMedia,
} from './service.ts';

const MEDIA_ID = /^m_[\w-]{22}$/;

export interface StudioMediaRoutesOptions {
  urls: MediaUrls;
  uploads: UploadDependencies;
  findTitlesOfTours: FindTitlesOfTours;
}

/** Files of a workspace. */
export async function studioMediaRoutes(
  app: FastifyInstance,
  { urls, uploads, findTitlesOfTours }: StudioMediaRoutesOptions,
): Promise<void> {
  const { db } = app.dependencies;
  const filesUrlFor = (memberId: string) => (assetId: string) =>
    urls.build({ assetId, gated: true, experienceId: 0, memberId });

  await app.register(async (api) => {
    noStore(api);
    route(api, contract.listStudioMedia, async ({ access, caller, query: { limit, before, upload } }) => {
      const { workspaceId } = access;
      const page = { workspaceId, limit, before, uploadId: upload };
      const list = await listMedia(db, page, previewUrlsFor(urls, caller.memberId));
      const { used, total } = await readUploadBytes(uploads, workspaceId);
      return { ...list, usedBytes: used, totalBytes: total };
    });

    route(api, contract.getStudioMedia, ({ access, caller, params }) =>
      readMedia(db, { workspaceId: access.workspaceId, ...params }, previewUrlsFor(urls, caller.memberId)),
    );

    route(api, contract.getStudioAsset, ({ access, caller, params }) =>
      readAsset(db, { workspaceId: access.workspaceId, ...params }, filesUrlFor(caller.memberId)),
    );

    route(api, contract.confirmStudioMedia, ({ access, caller, params }) =>
      confirmMedia(db, { workspaceId: access.workspaceId, ...params }, previewUrlsFor(urls, caller.memberId)),
    );

    route(api, contract.deleteStudioMedia, async ({ access, caller, params, request }) => {
      const place = { workspaceId: access.workspaceId, ...params };
      await deleteMedia(db, app.auditActorOf(request, caller), place, findTitlesOfTours);
      return { message: 'The file is deleted.' };
    });
  });

  app.route<{ Params: { token: string; mediaId: string } }>({
    method: ['GET', 'HEAD'],
    url: '/studio-previews/:token/:mediaId',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { token, mediaId } = request.params;
      if (!MEDIA_ID.test(mediaId)) throw notFound();
      const expires = urls.verify(token, mediaId);
      if (expires === undefined)
        throw new AppError(403, 'media_address_expired', 'This address has expired. Please reload the page.');
      const { storage } = app.dependencies;
      const info = await storage.stat(previewKey(mediaId));
      if (info === undefined) throw notFound();
      const seconds = Math.max(0, Math.floor(expires - Date.now() / 1000));
      reply.header('cross-origin-resource-policy', 'same-origin');
      return sendObject(request, reply, {
        size: info.size,
        etag: `"${mediaId}"`,
        contentType: 'image/jpeg',
        cacheControl: `private, max-age=${seconds}`,
        read: (range) => storage.read(previewKey(mediaId), range),
      });
    },
  });
}
