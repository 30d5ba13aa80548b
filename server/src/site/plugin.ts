import type { FastifyInstance } from 'fastify';
import { brochureRoute } from './brochure.ts';
import type { LoadedSite } from './load-site.ts';
import { manifestRoute } from './manifest.ts';
import { siteFileRoutes } from './routes.ts';
import { securityTxtRoute } from './security-txt.ts';

/** Serves logo, icons, fonts, brochure, web manifest and security contact of the site. */
export async function sitePlugin(app: FastifyInstance, { site, texts, files }: LoadedSite): Promise<void> {
  await app.register(siteFileRoutes, { site, files });
  await app.register(brochureRoute, { site, texts: texts.opportunity });
  await app.register(manifestRoute, { site });
  await app.register(securityTxtRoute, { site });
}
