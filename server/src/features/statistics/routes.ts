import * as contract from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cookieValues } from '../../http/cookies.ts';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { sourceOf } from '../../rate-limit/client-source.ts';
import { tooManyRequests } from '../../rate-limit/rate-limit.ts';
import { SourceRateLimit } from '../../rate-limit/source-rate-limit.ts';
import { requireAnalytics } from '../analytics/service.ts';
import { type Catalogue, experienceKey } from '../catalogue/service.ts';
import { claimedMs } from './attention.ts';
import { acceptAttention, type ReadDocument, readGaze, readStatistics } from './service.ts';

/** A report about every field of a scene, and some more. */
const MAX_REPORT_BYTES = 32 * 1024;
/** Visitors behind one IP, such as those of a school, who may look at tours at the same time. */
const VISITORS_AT_ONCE = 40;

/** What happened to the tours of a workspace, and what visitors who consent to it report. */
export async function statisticsRoutes(
  app: FastifyInstance,
  { catalogue, readDocument }: { catalogue: Catalogue; readDocument: ReadDocument },
): Promise<void> {
  const { db } = app.dependencies;
  noStore(app);

  route(app, contract.getTourStatistics, ({ access, params, query }) =>
    readStatistics(db, { workspaceId: access.workspaceId, ...params }, query),
  );
  route(app, contract.getGazeMap, ({ access, params, query }) =>
    readGaze(db, { workspaceId: access.workspaceId, ...params }, query.scene, query),
  );

  // In seconds of what is looked at: together they pass as fast as time does, for everybody behind the IP.
  const limit = new SourceRateLimit(VISITORS_AT_ONCE * 60);
  const consume = (request: FastifyRequest, seconds: number) => {
    const wait = limit.consume(sourceOf(request), seconds);
    if (wait > 0) throw tooManyRequests(wait * 1000);
  };
  route(
    app,
    contract.reportAttention,
    { bearer: 'optional', bodyLimit: MAX_REPORT_BYTES, admit: (request) => consume(request, 1) },
    async ({ params, body, request }) => {
      requireAnalytics(cookieValues(request, contract.CONSENT_KEY));
      consume(request, Math.floor(claimedMs(body) / 1000));
      const found = await catalogue.find(experienceKey(params.id), `attention of ${params.id}`);
      return { accepted: await acceptAttention(db, readDocument, found, body) };
    },
  );
}
