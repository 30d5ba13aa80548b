import { getOembed } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { type Catalogue, experienceNotFound } from '../catalogue/service.ts';
import { presentOembed, tourOf } from './oembed.ts';

/** oEmbed, by which other websites show a tour whose URL is pasted into them. */
export async function embeddingRoutes(
  app: FastifyInstance,
  { catalogue, siteName }: { catalogue: Catalogue; siteName: string },
): Promise<void> {
  const { origin } = new URL(app.dependencies.config.publicUrl);

  route(app, getOembed, { sharedByGuests: true, sharedByMembers: true }, async ({ query }) => {
    const { url, format = 'json', ...limits } = query;
    if (format !== 'json')
      throw new AppError(501, 'format_not_supported', 'Only the format json is offered.');
    const named = tourOf(url, origin);
    if (named === undefined) throw experienceNotFound();
    const found = await catalogue.find(named.lookup, `oembed of ${url}`);
    const experience = await catalogue.present(found, undefined);
    return presentOembed(experience, named.link, limits, { origin, siteName });
  });
}
