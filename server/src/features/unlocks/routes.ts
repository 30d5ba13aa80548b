import { accessExperience } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Catalogue } from '../catalogue/service.ts';
import { openExperience } from './service.ts';

/** The call that opens tours for members. */
export async function unlockRoutes(
  app: FastifyInstance,
  { catalogue }: { catalogue: Catalogue },
): Promise<void> {
  const { db } = app.dependencies;

  route(app, accessExperience, async ({ params, caller, reply }) => {
    reply.header('cache-control', 'private, no-store');
    return openExperience({ db, catalogue }, params.id, caller);
  });
}
