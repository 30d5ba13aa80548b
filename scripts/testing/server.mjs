import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, SetupError, withProgress } from '../setup/common.mjs';

const START_TIMEOUT_MS = 10 * 60_000;

/** A port of the loopback interface that is free now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Where a server on that port is reached: by a name, since browsers make passkeys for names alone. */
export const addressOf = (port) => `http://localhost:${port}`;

/**
 * Starts the server as `npm start` does, with its data in a folder of its own, and waits until it is ready.
 *
 * @param {string} node the Node to run it with
 * @param {{ port?: number, dataDir: string, logFile: string, env?: Record<string, string> }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startServer(node, { port: given, dataDir, logFile, env = {} }) {
  const port = given ?? (await freePort());
  const url = addressOf(port);
  const child = spawn(node, [path.join(ROOT, 'server/src/main.ts')], {
    env: { ...process.env, PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = createWriteStream(logFile);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  let ended = false;
  const exit = new Promise((resolve) => child.once('exit', resolve)).then(() => {
    ended = true;
  });
  await withProgress('Starting the server with the demo content', async () => {
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      if (answer?.ok) return;
      if (ended || Date.now() > deadline)
        throw new SetupError(`The server did not start; its log is ${logFile}`);
      await sleep(200);
    }
  });
  return {
    url,
    async stop() {
      if (!ended) child.kill('SIGTERM');
      await exit;
      log.end();
    },
  };
}
