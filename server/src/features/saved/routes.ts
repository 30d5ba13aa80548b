import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { forgetRecent, mergeSaved, readSaved, saveExperience, unsaveExperience } from './service.ts';

/** What members have saved and recently viewed. */
export async function savedRoutes(app: FastifyInstance): Promise<void> {
  const { config, db } = app.dependencies;
  const limit = { name: 'saving', max: config.reactionsPerMinute, windowSeconds: 60 };

  noStore(app);

  route(app, contract.listSaved, ({ caller }) => readSaved(db, caller.memberId));

  route(app, contract.mergeSaved, { limit }, ({ caller, body }) => mergeSaved(db, caller.memberId, body));

  route(app, contract.forgetRecent, { limit }, ({ caller }) => forgetRecent(db, caller.memberId));

  route(app, contract.saveExperience, { limit }, async ({ caller, params }) => {
    await saveExperience(db, caller.memberId, params.id);
    return { isSaved: true };
  });

  route(app, contract.unsaveExperience, { limit }, async ({ caller, params }) => {
    await unsaveExperience(db, caller.memberId, params.id);
    return { isSaved: false };
  });
}
