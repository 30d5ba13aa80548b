import { getScene } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { memberIdOf } from '../../caller.ts';
import { route } from '../../http/route.ts';
import { type Catalogue, experienceKey, opensForEverybody } from '../catalogue/service.ts';
import type { PublishedTours } from './published-tours.ts';

/** Serves the scenes of tours. */
export async function tourRoutes(
  app: FastifyInstance,
  { catalogue, tours }: { catalogue: Catalogue; tours: PublishedTours },
): Promise<void> {
  route(app, getScene, { sharedByGuests: true, isReadByOtherSites: true }, async ({ params, caller }) => {
    const found = await catalogue.find(experienceKey(params.id), `scene of ${params.id}`);
    const memberId = memberIdOf(caller);
    const { id, tokensRequired, isPermission } = await catalogue.present(found, memberId);
    const access = {
      version: found.tourVersion,
      experienceId: id,
      isGated: tokensRequired > 0,
      opensForEverybody: opensForEverybody(found.stored),
      isPermitted: isPermission,
      memberId,
    };
    return tours.scene(access, params.sceneId);
  });
}
