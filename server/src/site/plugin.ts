import type { FastifyInstance } from 'fastify';
import { brochureRoute } from './brochure.ts';
import { manifestRoute } from './manifest.ts';
import type { Company } from './read-site.ts';
import { brandRoutes } from './routes.ts';
import { securityTxtRoute } from './security-txt.ts';

/** Serves what the site configuration names: logo, icons, fonts, brochure, web manifest and security contact. */
export async function sitePlugin(app: FastifyInstance, { site, texts, files }: Company): Promise<void> {
  await app.register(brandRoutes, { site, files });
  await app.register(brochureRoute, { site, texts: texts.opportunity });
  await app.register(manifestRoute, { site });
  await app.register(securityTxtRoute, { site });
}
