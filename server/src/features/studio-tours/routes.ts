import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { revisionOf } from '../../http/if-match.ts';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import type { MediaUrls } from '../media/service.ts';
import type { PlanTable } from '../plans/service.ts';
import { previewUrlsFor } from '../studio-media/service.ts';
import { changeVisibility } from './audience.ts';
import { deleteTour } from './deletion.ts';
import { listVersions, publishDraft, readVersion, restoreVersion, withdrawTour } from './publication.ts';
import { reviewRoutes } from './review/routes.ts';
import { scheduleTour } from './schedule.ts';
import { changeTour, createTour, listTours, readTour } from './service.ts';

/** A tour document has up to 1 MB, and texts beside it. */
const BODY_BYTES = 2_000_000;

/** Tours that a workspace works on. */
export async function studioTourRoutes(
  app: FastifyInstance,
  { urls, plans, siteName }: { urls: MediaUrls; plans: PlanTable; siteName: string },
): Promise<void> {
  const { db, media, jobs, config } = app.dependencies;
  const { reviewsTours } = config;
  const publication = { db, media, jobs, reviewsTours, responseCache: app.responseCache };
  noStore(app);

  route(app, contract.listStudioTours, ({ access, caller, query: { limit, before } }) =>
    listTours(db, { workspaceId: access.workspaceId, limit, before }, previewUrlsFor(urls, caller.memberId)),
  );

  route(app, contract.createStudioTour, { bodyLimit: BODY_BYTES }, ({ access, body, caller, request }) =>
    createTour({ db, plans }, app.auditActorOf(request, caller), {
      workspaceId: access.workspaceId,
      fields: body,
    }),
  );

  route(app, contract.getStudioTour, ({ access, params }) =>
    readTour(db, { workspaceId: access.workspaceId, ...params }),
  );

  route(
    app,
    contract.changeStudioTour,
    { bodyLimit: BODY_BYTES },
    ({ access, params, body, caller, request }) =>
      changeTour({ db, plans }, app.auditActorOf(request, caller), {
        workspaceId: access.workspaceId,
        ...params,
        patch: body,
        revision: revisionOf(request),
      }),
  );

  route(app, contract.deleteStudioTour, async ({ access, params, caller, request }) => {
    await deleteTour(publication, app.auditActorOf(request, caller), {
      workspaceId: access.workspaceId,
      ...params,
    });
    return { message: 'The tour is deleted.' };
  });

  route(app, contract.publishStudioTour, ({ access, params, caller, request }) =>
    publishDraft(publication, app.auditActorOf(request, caller), {
      workspaceId: access.workspaceId,
      ...params,
      revision: revisionOf(request),
    }),
  );

  route(app, contract.withdrawStudioTour, ({ access, params, caller, request }) =>
    withdrawTour(publication, app.auditActorOf(request, caller), {
      workspaceId: access.workspaceId,
      ...params,
    }),
  );

  route(app, contract.scheduleStudioTour, ({ access, body, params, caller, request }) =>
    scheduleTour(publication, app.auditActorOf(request, caller), {
      workspaceId: access.workspaceId,
      ...params,
      ...body,
      revision: revisionOf(request),
    }),
  );

  route(app, contract.changeStudioTourVisibility, ({ access, body, params, caller, request }) =>
    changeVisibility(publication, app.auditActorOf(request, caller), {
      workspaceId: access.workspaceId,
      ...params,
      ...body,
    }),
  );

  await app.register(reviewRoutes, { publication, siteName });

  route(app, contract.listStudioTourVersions, ({ access, params }) =>
    listVersions(db, { workspaceId: access.workspaceId, ...params }),
  );

  route(app, contract.getStudioTourVersion, ({ access, params }) =>
    readVersion(db, { workspaceId: access.workspaceId, ...params }),
  );

  route(app, contract.restoreStudioTourVersion, ({ access, params, caller, request }) =>
    restoreVersion({ db, plans }, app.auditActorOf(request, caller), {
      workspaceId: access.workspaceId,
      ...params,
      revision: revisionOf(request),
    }),
  );
}
