import { readdirSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream';
import {
  createServer as createViteServer,
  type FullReloadPayload,
  type NormalizedServerHotChannel,
  type ViteDevServer,
} from 'vite';
import type { RestartingServer } from './restarting-server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const WEB = path.join(ROOT, 'web');

/** Vite's modules and tools, and public files. */
const publicFolders = readdirSync(path.join(WEB, 'public')).map((name) => `${name}/`);
const VITE_PATHS = ['@', 'src/', 'node_modules/', ...publicFolders].map((start) => `/${start}`);

async function forward(server: RestartingServer, request: IncomingMessage, response: ServerResponse) {
  const origin = await server.origin();
  const fail = () => {
    if (response.headersSent || response.destroyed) response.destroy();
    else
      response.writeHead(503, { 'content-type': 'text/plain' }).end('The server is down: see the terminal.');
  };
  if (origin === undefined) return fail();
  if (response.destroyed) return;
  const { method, headers, url = '/' } = request;
  const { hostname, port } = new URL(origin);
  // Without keep-alive, since the server would wait for open connections before it stops.
  const forwarded = sendRequest({ hostname, port, path: url, method, headers, agent: false }, (incoming) => {
    if (response.destroyed) return void incoming.destroy();
    const { connection, 'transfer-encoding': transferEncoding, ...rest } = incoming.headers;
    // Browsers must not reuse pages and lists, which change with the code.
    const isShared = rest['cache-control']?.startsWith('public') && !url.startsWith('/media/');
    response.writeHead(incoming.statusCode ?? 502, {
      ...rest,
      ...(isShared && { 'cache-control': 'no-cache' }),
    });
    pipeline(incoming, response, () => undefined);
  });
  forwarded.on('error', fail);
  // Browsers cancel requests.
  response.on('close', () => forwarded.destroy());
  pipeline(request, forwarded, () => undefined);
}

/**
 * Serves the modules of the pages with hot module replacement, and forwards everything else to the server. Requests wait
 * while the server restarts.
 *
 * @returns Vite, and the HTTP server, which does not listen yet
 */
export async function createPagesServer(
  server: () => RestartingServer,
): Promise<{ vite: ViteDevServer; listener: Server }> {
  const listener = createServer((request, response) => {
    if (VITE_PATHS.some((start) => request.url?.startsWith(start))) {
      vite.middlewares(request, response, () => response.writeHead(404).end());
    } else {
      void forward(server(), request, response);
    }
  });
  const signalListeners = process.listeners('SIGTERM');
  const vite = await createViteServer({
    root: WEB,
    configFile: path.join(WEB, 'vite.config.ts'),
    cacheDir: path.join(ROOT, '.cache/vite'),
    clearScreen: false,
    server: { middlewareMode: true, hmr: { server: listener }, cors: false },
  });
  // React Router's own copy of Vite would end this process before the database is stopped.
  for (const listen of process.listeners('SIGTERM')) {
    if (!signalListeners.includes(listen)) process.off('SIGTERM', listen);
  }
  const { api } = vite.environments.ssr.hot as NormalizedServerHotChannel;
  api?.outsideEmitter.on('send', ({ triggeredBy }: FullReloadPayload) =>
    server().send({ changed: triggeredBy }),
  );
  return { vite, listener };
}
