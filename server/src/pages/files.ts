import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { CACHE_SECONDS } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { READ_BY_OTHER_SITES } from '../http/guards.ts';
import { BUILD_FILE_POLICY } from './content-security-policy.ts';

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
      const seconds = isBuildFile ? CACHE_SECONDS.buildFiles : CACHE_SECONDS.images;
      reply.header('cache-control', `public, max-age=${seconds}${isBuildFile ? ', immutable' : ''}`);
      if (isBuildFile) reply.header('content-security-policy', BUILD_FILE_POLICY);
      // Pages of other websites load it as a module. Programs such as WordPress take the origin from the frame of a tour, and
      // then all that it loads is of another site.
      if (isBuildFile || file === embedScript) reply.headers(READ_BY_OTHER_SITES);
    },
  });
}
