import swagger from '@fastify/swagger';
import type { Site } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { apiDocsPage } from './api-docs-page.ts';

/** Collects every route that is registered after this call into one OpenAPI 3.1 document. */
export async function installOpenApi(app: FastifyInstance, { name }: Pick<Site, 'name'>): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: name,
        version: '0.1.0',
        description: 'Immersive 360-degree tours. Failures are application/problem+json (RFC 9457).',
      },
      servers: [{ url: app.dependencies.config.publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
}

/** `GET /api/openapi.json`, and `GET /api/docs` as a page. */
export async function openApiRoutes(app: FastifyInstance, { site }: { site: Site }): Promise<void> {
  // Built on the first request, once all routes are registered.
  let built: { json: string; page: ReturnType<typeof apiDocsPage> } | undefined;
  const documents = () => {
    built ??= { json: JSON.stringify(app.swagger()), page: apiDocsPage(site.name, app.swagger()) };
    return built;
  };
  const shared = { schema: { hide: true }, config: { sharedByGuests: true } } as const;
  app.get('/api/openapi.json', shared, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=60')
      .type('application/json; charset=utf-8')
      .send(documents().json),
  );
  app.get('/api/docs', shared, async (_request, reply) => {
    const { page } = documents();
    return reply
      .header('cache-control', 'public, max-age=60')
      .header('content-security-policy', page.contentSecurityPolicy)
      .type('text/html; charset=utf-8')
      .send(page.html);
  });
}
