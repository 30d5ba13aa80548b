import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { readStatistics } from './service.ts';

/** What happened to the tours of a workspace. */
export async function statisticsRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.dependencies;
  noStore(app);

  route(app, contract.getTourStatistics, ({ access, params, query }) =>
    readStatistics(db, { workspaceId: access.workspaceId, ...params }, query),
  );
}
