/**
 * The peers of the page: servers that send a file of the same bytes, headers included. `stream` opens and streams
 * the file for every request, on bare `node:http`; `static` is `@fastify/static`.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

type Message =
  | { ask: 'cpu' | 'stop' }
  | { kind: 'stream' | 'static'; file: string; headers: [string, string][] };

/** Opens, stats and streams the file for each request. */
async function stream(file: string, headers: [string, string][]): Promise<string> {
  const server = createServer(async (_request, response) => {
    const { size } = await stat(file);
    response.writeHead(200, [...headers.flat(), 'content-length', String(size)]);
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serveStatic(file: string, headers: [string, string][]): Promise<string> {
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

process.on('message', async (message: Message) => {
  if ('ask' in message) {
    if (message.ask === 'stop') process.exit();
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000 });
    return;
  }
  const start = message.kind === 'stream' ? stream : serveStatic;
  process.send?.({ origin: await start(message.file, message.headers) });
});
