import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { refuseUnknownHosts } from '../demo/known-hosts.ts';
import type { Dependencies } from '../dependencies.ts';
import { installRequestMetrics } from '../metrics/requests.ts';
import { beginRequestSpan, traceRequests } from '../tracing/requests.ts';
import { isTracing } from '../tracing/tracing.ts';
import { installAccessLog } from './access-log.ts';
import { sendClientError } from './client-error.ts';
import { installDeadlines } from './deadlines.ts';
import { installGuards, securityHeadersOf } from './guards.ts';
import { acceptJsonBodies } from './json-body.ts';
import { shedLoad } from './load-shedding.ts';
import { installNotFound } from './not-found.ts';
import { sendProblem } from './problem.ts';
import { rewriteTarget } from './request-target.ts';
import { installResponseCache } from './response-cache-hooks.ts';
import { serialiserFor } from './serialise.ts';
import { traceContext } from './trace-context.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';
import { closeUnusedConnections } from './unused-connections.ts';

/** The default maximum size of a body, in bytes. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Makes request ids that are unique across processes and cheap. */
function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

/** Creates the HTTP server with everything that applies to all requests, but no routes. It does not listen yet. */
export function createHttpServer(dependencies: Dependencies): FastifyInstance {
  const { config, log } = dependencies;
  const logger: FastifyBaseLogger = log;
  const securityHeaders = securityHeadersOf(config.publicUrl);
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    childLoggerFactory: (parent, bindings, opts, request) =>
      parent.child(
        { ...bindings, ...(isTracing() ? beginRequestSpan(request) : traceContext(request)) },
        opts,
      ),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Idle time: progress restarts it, so long downloads are not cut off.
    connectionTimeout: config.connectionTimeoutMs,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: config.headersTimeoutMs,
      connectionsCheckingInterval: config.headersTimeoutMs / 5,
      maxHeaderSize: 16 * 1024,
    },
    // While stopping, requests on open connections are still served, then their connections close.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_000 },
    rewriteUrl: rewriteTarget,
    // No hook runs for these errors, so the headers are set here.
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply.headers(securityHeaders)),
    clientErrorHandler: (error, socket) => sendClientError(error, socket, securityHeaders),
  });
  app.decorate('dependencies', dependencies);
  app.decorateRequest('caller');
  app.decorateRequest('access');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serialiserFor(config.checkResponses));
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  // Before anything that may respond, cached responses included.
  const isKnownHost = config.mode === 'demo' ? refuseUnknownHosts(app) : undefined;
  traceRequests(app);
  installRequestMetrics(app);
  acceptJsonBodies(app);
  installResponseCache(app, isKnownHost);
  shedLoad(app);
  installDeadlines(app);
  installGuards(app);
  installAccessLog(app);
  warnOfUntrustedProxy(app);
  closeUnusedConnections(app);
  installNotFound(app);
  return app;
}
