import { accessExperience } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import type { Catalogue } from '../catalogue/service.ts';
import { unlockExperience } from './service.ts';

/** The API that unlocks tours for members. */
export async function unlockRoutes(
  app: FastifyInstance,
  { catalogue }: { catalogue: Catalogue },
): Promise<void> {
  const { db } = app.dependencies;

  noStore(app);

  route(
    app,
    accessExperience,
    { idempotent: 'repeated' },
    // A repeated request is safe, and the signed media URLs of a stored response would have expired.
    ({ params, caller }) => unlockExperience({ db, catalogue }, params.id, caller.memberId),
  );
}
