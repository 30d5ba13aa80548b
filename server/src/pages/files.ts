import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { CACHE_SECONDS } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { encodingFor } from '../http/encoding.ts';
import { READ_BY_OTHER_SITES } from '../http/guards.ts';
import { BUILD_FILE_POLICY } from './content-security-policy.ts';
import { findSharedFiles } from './shared-files.ts';

const BUILD_FILE_CACHE = `public, max-age=${CACHE_SECONDS.buildFiles}, immutable`;
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Serves the client build of `web`: scripts, styles and fonts, whose names change with their content, and other public
 * files. Each file has its own route, and is served precompressed where the build has compressed it.
 *
 * @param folder `web/build/client`
 */
export async function servePageFiles(app: FastifyInstance, folder: string): Promise<void> {
  const buildFiles = path.join(folder, 'assets') + path.sep;
  const embedScript = path.join(folder, 'embed.js');
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders(reply, file) {
      const isBuildFile = file.startsWith(buildFiles);
      const images = `public, max-age=${CACHE_SECONDS.images}`;
      reply.header('cache-control', isBuildFile ? BUILD_FILE_CACHE : images);
      if (isBuildFile) reply.header('content-security-policy', BUILD_FILE_POLICY);
      // Pages of other websites load it as a module. Programs such as WordPress take the origin from the frame of a tour, and
      // then all that it loads is of another site.
      if (isBuildFile || file === embedScript) reply.headers(READ_BY_OTHER_SITES);
    },
  });
  serveFilesOfOtherBuilds(app);
}

/** Serves what this build does not have: pages that a process of another release has rendered load it. */
function serveFilesOfOtherBuilds(app: FastifyInstance): void {
  const { storage, config } = app.dependencies;
  const find = findSharedFiles(storage, config.secretKey, app.log);
  app.get<{ Params: { file: string } }>(
    '/assets/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { file: name } = request.params;
      const type = TYPES[path.extname(name)];
      const file = type && (await find(name, encodingFor(request.headers['accept-encoding']) === 'br'));
      if (!file) return reply.callNotFound();
      reply.headers({
        ...READ_BY_OTHER_SITES,
        'cache-control': BUILD_FILE_CACHE,
        'content-security-policy': BUILD_FILE_POLICY,
        'content-type': type,
        'content-length': file.bytes.length,
        vary: 'Origin, Accept-Encoding',
        ...(file.isBrotli && { 'content-encoding': 'br' }),
      });
      return request.method === 'HEAD' ? reply.send() : reply.send(file.bytes);
    },
  );
}
