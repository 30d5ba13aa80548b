import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import type { MediaUrls } from '../media/service.ts';
import { beginSearch, readCheck, signCheck } from './service.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks for people in pictures, before a tour is public. */
export async function privacyCheckRoutes(app: FastifyInstance, { urls }: { urls: MediaUrls }): Promise<void> {
  const { db, jobs } = app.dependencies;
  noStore(app);
  const filesUrlFor = (memberId: string) => (assetId: string) =>
    urls.build({ assetId, gated: true, experienceId: 0, memberId });
  const placeOf = (workspaceId: string, asset: string) => {
    if (!UUID.test(asset)) throw new AppError(404, 'media_not_found', 'There is no such picture.');
    return { workspaceId, asset };
  };

  route(app, contract.getPrivacyCheck, ({ access, caller, params }) =>
    readCheck(db, placeOf(access.workspaceId, params.asset), filesUrlFor(caller.memberId)),
  );

  route(app, contract.searchForFaces, async ({ access, caller, params }) => {
    const place = placeOf(access.workspaceId, params.asset);
    await beginSearch(db, jobs, place);
    return readCheck(db, place, filesUrlFor(caller.memberId));
  });

  route(app, contract.signPrivacyCheck, async ({ access, caller, params, body, request }) => {
    const place = placeOf(access.workspaceId, params.asset);
    await signCheck(db, jobs, app.auditActorOf(request, caller), { ...place, ...body });
    return readCheck(db, place, filesUrlFor(caller.memberId));
  });
}
