import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { sourceOf } from '../../rate-limit/client-source.ts';
import type { RateLimitRule } from '../../rate-limit/rate-limit.ts';
import {
  createLink,
  listLinks,
  openLink,
  readShared,
  readSharedScene,
  revokeLink,
  type ShareLinkContext,
} from './service.ts';

/** Guesses at secrets cost nothing but this; visitors behind one IP share it. */
const OPENING_LIMIT: RateLimitRule = { name: 'share-link', max: 120, windowSeconds: 60 };

/** Links to tours: for the teams that make them, and for the people who open them. */
export async function shareLinkRoutes(
  app: FastifyInstance,
  { catalogue, tours, passwords }: Omit<ShareLinkContext, 'db'>,
): Promise<void> {
  const { db } = app.dependencies;
  const context = { db, catalogue, tours, passwords };
  noStore(app);

  route(app, contract.listShareLinks, async ({ access, params }) => ({
    links: await listLinks(db, { workspaceId: access.workspaceId, ...params }),
  }));

  route(app, contract.createShareLink, ({ access, body, caller, params, request }) =>
    createLink(
      context,
      app.auditActorOf(request, caller),
      { workspaceId: access.workspaceId, ...params },
      body,
    ),
  );

  route(app, contract.revokeShareLink, async ({ access, caller, params, request }) => {
    const actor = app.auditActorOf(request, caller);
    await revokeLink(db, actor, { workspaceId: access.workspaceId, ...params });
    return { message: 'The link is revoked.' };
  });

  route(app, contract.openShareLink, { limit: OPENING_LIMIT }, ({ body, request }) =>
    openLink(context, body, sourceOf(request)),
  );

  route(app, contract.readSharedTour, ({ body }) => readShared(context, body.visit));

  route(app, contract.readSharedScene, ({ body }) => readSharedScene(context, body));
}
