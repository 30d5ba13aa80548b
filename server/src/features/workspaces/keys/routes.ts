import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import { noStore } from '../../../http/uncached-headers.ts';
import { changerOf } from '../changer.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';

/** API keys of workspaces. */
export async function keyRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.dependencies;
  noStore(app);

  route(app, contract.listKeys, async ({ access }) => ({ keys: await listKeys(db, access.workspaceId) }));

  route(app, contract.createKey, ({ access, body, caller, request }) =>
    createKey(db, changerOf(app, request, caller), { workspaceId: access.workspaceId, ...body }),
  );

  route(app, contract.revokeKey, async ({ access, params, caller, request }) => {
    await revokeKey(db, changerOf(app, request, caller), { workspaceId: access.workspaceId, ...params });
    return { message: 'The key is revoked.' };
  });
}
