import type { FastifyInstance } from 'fastify';
import { catalogueOrigins } from '../features/catalogue/origins.ts';
import { categoryPaths, countTours, tourPages, tourRuns } from '../features/catalogue/sitemap-store.ts';
import { frameAncestors } from '../features/embedding/service.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { siteStyle } from '../site/style.ts';
import { movedPages } from './moved-pages.ts';
import { registerPages } from './pages.ts';
import { policyReportRoutes } from './policy-reports.ts';
import { sitemapRoutes } from './sitemap.ts';

/** The rendered pages, their sitemap, and the endpoint for reports of content security policy violations. */
export async function pagesPlugin(app: FastifyInstance, { site, texts, files }: LoadedSite): Promise<void> {
  const { config, db } = app.dependencies;
  await app.register(sitemapRoutes, {
    source: {
      countTours: () => countTours(db),
      categoryPaths: () => categoryPaths(db),
      tourPages: (after, limit) => tourPages(db, after, limit),
      tourRuns: (size) => tourRuns(db, size),
    },
  });
  await app.register(movedPages);
  await app.register(policyReportRoutes);
  await app.register(registerPages, {
    content: {
      site,
      texts,
      brand: siteStyle(site, files),
      passwordMinLength: config.accounts.passwordMinLength,
    },
    sources: {
      catalogueOrigins: () => catalogueOrigins(db, config.publicUrl),
      frameAncestors: (slug) => frameAncestors(db, slug),
    },
  });
}
