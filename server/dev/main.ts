/**
 * `npm run dev`: runs the database, Vite and the server, and restarts the server whenever its sources change.
 */
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HotPayload, ViteDevServer } from 'vite';
import { loadConfig } from '../src/config/config.ts';
import { startDatabaseServer } from '../src/embedded/database-server.ts';
import { createLog } from '../src/log.ts';
import { stopOnSignals } from '../src/shutdown.ts';
import type { ViteRequest } from './messages.ts';
import { createPagesServer } from './pages-server.ts';
import { type RestartingServer, startRestartingServer } from './restarting-server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CONTENT = ['content/site.json', 'content/plans.json', 'content/texts'];
const SERVER_SOURCES = ['server/src', 'server/migrations', 'server/sql', 'contract/src'];
/** Editors write several files at once. */
const DEBOUNCE_MS = 30;

/** Restarts the server after changes, and reloads pages after changes of their texts. */
function watch(vite: ViteDevServer, server: RestartingServer, siteFile: string): void {
  const content = [...CONTENT.map((file) => path.join(ROOT, file)), siteFile];
  const sources = SERVER_SOURCES.map((folder) => path.join(ROOT, folder));
  const isIn = (places: string[], file: string) =>
    places.some((place) => file === place || file.startsWith(`${place}${path.sep}`));
  vite.watcher.add([...sources, ...content]);
  let changes = 0;
  vite.watcher.on('all', async (_event, file) => {
    const isContent = isIn(content, file);
    if (!isContent && (!isIn(sources, file) || file.endsWith('.test.ts'))) return;
    const change = ++changes;
    await sleep(DEBOUNCE_MS);
    if (change !== changes) return;
    server.restart();
    if (isContent && (await server.origin()) !== undefined) vite.ws.send({ type: 'full-reload' });
  });
}

const config = loadConfig(process.env);
const log = createLog(config.logLevel);
const cleanups: (() => void | Promise<void>)[] = [];
const shutdown = stopOnSignals({ lifecycle: { stopping: false }, cleanups, log });
try {
  const connectionString = await startDatabaseServer(config, log, cleanups);
  const { vite, listener } = await createPagesServer(() => server);
  cleanups.push(() => vite.close());
  const respond = (request: ViteRequest) => vite.environments.ssr.hot.handleInvoke(request as HotPayload);
  const server = startRestartingServer(
    {
      NODE_ENV: 'development',
      NODE_COMPILE_CACHE: path.join(ROOT, '.cache/node'),
      ...process.env,
      DATABASE_URL: connectionString,
      PUBLIC_URL: config.publicUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      RESPONSE_CACHE_MS: '0',
      CHECK_RESPONSES: 'on',
    },
    respond,
  );
  cleanups.push(() => server.stop());
  await once(listener.listen(config.port, config.host), 'listening');
  cleanups.push(() => {
    listener.close();
    listener.closeAllConnections();
  });
  watch(vite, server, config.siteFile);
  if ((await server.origin()) !== undefined) process.send?.({ ready: config.publicUrl });
} catch (error) {
  await shutdown(error);
}
