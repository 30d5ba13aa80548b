import type { FastifyInstance } from 'fastify';
import { demoPlugin } from './demo/plugin.ts';
import type { Dependencies } from './dependencies.ts';
import { registerFeatures } from './features/index.ts';
import { healthRoutes } from './http/health.ts';
import { installOpenApi, openApiRoutes } from './http/openapi.ts';
import { createHttpServer } from './http/server.ts';
import { serveMetrics } from './metrics/server.ts';
import { pagesPlugin } from './pages/plugin.ts';
import { startSchedule } from './schedule.ts';
import { loadSite } from './site/load-site.ts';
import { sitePlugin } from './site/plugin.ts';

/** Builds the application, which does not listen yet. Closing it leaves its dependencies open. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config } = dependencies;
  const loadedSite = loadSite(config, dependencies.site);
  const app = createHttpServer(dependencies);
  await installOpenApi(app, loadedSite.site);
  await app.register(healthRoutes);
  if (config.apiDocs) await app.register(openApiRoutes, { site: loadedSite.site });
  if (config.mode === 'demo') await app.register(demoPlugin);
  const features = await registerFeatures(app, loadedSite);
  await app.register(sitePlugin, loadedSite);
  await app.register(pagesPlugin, loadedSite);
  startSchedule(app, features);
  const { responseCache } = app;
  serveMetrics(app, {
    guests: responseCache,
    members: responseCache.forMembers,
    sessions: features.sessions,
    member_states: features.memberStates,
    tours: features.catalogue.details,
  });
  return app;
}
