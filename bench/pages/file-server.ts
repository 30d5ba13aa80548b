/**
 * The peers of the page: servers that send a file of the same bytes, headers included. `stream` opens and streams
 * the file for every request, on bare `node:http`; `static` is `@fastify/static`.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { listen, servePeer } from '../peer.ts';

type Headers = [name: string, value: string][];

/** Opens, stats and streams the file for each request. */
function stream(file: string, headers: Headers): Promise<string> {
  return listen(async (_request, response) => {
    const { size } = await stat(file);
    response.writeHead(200, [...headers.flat(), 'content-length', String(size)]);
    createReadStream(file).pipe(response);
  });
}

async function serveStatic(file: string, headers: Headers): Promise<string> {
  const app = Fastify();
  await app.register(fastifyStatic, {
    root: path.dirname(file),
    serve: false,
    setHeaders: (reply) => {
      for (const [name, value] of headers) reply.header(name, value);
    },
  });
  app.get('/*', (_request, reply) => reply.sendFile(path.basename(file)));
  return app.listen({ host: '127.0.0.1', port: 0 });
}

servePeer(({ kind, file, headers }: { kind: 'stream' | 'static'; file: string; headers: Headers }) =>
  (kind === 'stream' ? stream : serveStatic)(file, headers),
);
