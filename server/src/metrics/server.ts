import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { CacheStats } from '../cache-stats.ts';
import { addCacheMetrics } from './caches.ts';
import { addInstallationMetrics } from './installation.ts';
import { addPoolMetrics, addProcessMetrics } from './process.ts';

/**
 * Serves metrics in the text format of Prometheus at `/metrics`, on a port of their own so that they are not public. Does nothing
 * without `METRICS_PORT`.
 */
export function serveMetrics(app: FastifyInstance, caches: Record<string, CacheStats>): void {
  const { config, db, jobDb = db, backgroundDb = db } = app.dependencies;
  const { metricsPort: port, metricsHost: host } = config;
  if (port === undefined) return;
  const registry = new Registry();
  addCacheMetrics(registry, caches);
  addPoolMetrics(registry, { requests: db, jobs: jobDb, background: backgroundDb });
  addInstallationMetrics(registry, jobDb);
  addProcessMetrics(registry, app);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    registry.metrics().then(
      (text) =>
        response
          .writeHead(200, { 'content-type': registry.contentType })
          .end(`${text}\n${app.requestMetrics.expose()}`),
      (error: unknown) => {
        app.log.warn({ err: error }, 'failed to collect metrics');
        response.writeHead(500).end();
      },
    );
  });
  app.addHook('onListen', async () => {
    server.listen(port, host);
    await once(server, 'listening');
    app.log.info({ port }, 'metrics are served');
  });
  app.addHook('onClose', async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
}
