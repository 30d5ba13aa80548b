import { Readable } from 'node:stream';
import * as contract from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { authenticate } from '../../http/authenticate.ts';
import { requirePermission } from '../../http/permission.ts';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { chunkTooLarge, type UploadDependencies } from './service.ts';
import type { UploadOwner } from './store.ts';
import type { HandleTus } from './tus-server.ts';

const PATH = contract.createUpload.path;
const VERSION = '1.0.0';
const CHUNK_TYPE = 'application/offset+octet-stream';

/** What the API sets for all responses, or does not have. */
const OMITTED_HEADERS = /^(access-control-.*|content-length|cache-control)$/;

/** @throws {AppError} for requests that the protocol's implementation is not asked about */
function checkRequest({ headers, method }: FastifyRequest): void {
  if (headers['x-http-method-override'] !== undefined)
    throw new AppError(400, 'method_override', 'Send the request with its own method.');
  if (headers['tus-resumable'] !== VERSION) {
    throw new AppError(412, 'tus_version', `Uploads speak tus ${VERSION} (Tus-Resumable).`, {
      'tus-version': VERSION,
    });
  }
  if (method === 'PATCH' && headers['content-type'] !== CHUNK_TYPE) {
    throw new AppError(
      415,
      'unsupported_media_type',
      `The body must be a piece of the file (${CHUNK_TYPE}).`,
    );
  }
  if (Number(headers['content-length'] ?? 0) > contract.MAX_UPLOAD_CHUNK) throw chunkTooLarge();
}

/** The request as the platform's own type, its body a stream. */
function asWebRequest({ raw, url, headers, method }: FastifyRequest): Request {
  const target = new URL(url, 'http://localhost');
  const hasBody = method === 'PATCH' || headers['content-type'] === CHUNK_TYPE;
  const request = new Request(target, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
    ...(hasBody && { body: Readable.toWeb(raw) as ReadableStream, duplex: 'half' }),
  } as RequestInit);
  // By this the implementation notices that a client has gone.
  return Object.assign(request, { runtime: { name: 'node', node: { req: raw } } });
}

/** Uploads of the studio, by tus 1.0: see https://tus.io/protocols/resumable-upload. */
export async function uploadRoutes(app: FastifyInstance, uploads: UploadDependencies): Promise<void> {
  const { config } = app.dependencies;
  const maxBytes = Math.max(config.media.photoMaxBytes, config.media.videoMaxBytes);
  let loaded: Promise<HandleTus> | undefined;
  /** Loaded by the first upload: it would lengthen each start by a tenth of a second. */
  const loadTus = () => {
    loaded ??= import('./tus-server.ts').then(({ createTusServer }) =>
      createTusServer(uploads, { path: PATH, maxBytes }),
    );
    return loaded;
  };
  noStore(app);
  app.addHook('onRequest', async (_, reply) => {
    reply.header('tus-resumable', VERSION);
  });
  // The body is read as it arrives.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, __, done) => done(null));

  async function serve(request: FastifyRequest, reply: FastifyReply, owner: UploadOwner) {
    checkRequest(request);
    const handleTus = await loadTus();
    const response = await handleTus(asWebRequest(request), owner);
    for (const [name, value] of response.headers) if (!OMITTED_HEADERS.test(name)) reply.header(name, value);
    return reply.code(response.status).send();
  }

  route(app, contract.createUpload, { mayTakeLong: true }, ({ access, caller, request, reply }) =>
    serve(request, reply, { workspaceId: access.workspaceId, memberId: caller.memberId }),
  );
  route(app, contract.appendToUpload, { mayTakeLong: true }, ({ access, caller, request, reply }) =>
    serve(request, reply, { workspaceId: access.workspaceId, memberId: caller.memberId }),
  );
  route(app, contract.removeUpload, { mayTakeLong: true }, ({ access, caller, request, reply }) =>
    serve(request, reply, { workspaceId: access.workspaceId, memberId: caller.memberId }),
  );

  app.route({
    method: 'HEAD',
    url: contract.appendToUpload.path,
    schema: { hide: true },
    onRequest: async (request) => {
      request.caller = await authenticate(request, app.resolveCaller, 'checked');
      await requirePermission(app, request, contract.appendToUpload.audience.permission);
    },
    handler: (request, reply) => {
      const { caller, access } = request;
      if (caller.kind === 'guest') throw new Error('no caller');
      if (access === undefined || !('workspaceId' in access)) throw new Error('no workspace');
      return serve(request, reply, { workspaceId: access.workspaceId, memberId: caller.memberId });
    },
  });

  app.route({
    method: 'OPTIONS',
    url: PATH,
    schema: { hide: true },
    handler: (_, reply) =>
      reply
        .code(204)
        .headers({
          'tus-version': VERSION,
          'tus-extension': 'creation,creation-with-upload,termination,expiration',
          'tus-max-size': `${maxBytes}`,
        })
        .send(),
  });
}
