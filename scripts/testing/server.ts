import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, SetupError, withProgress } from '../setup/common.mjs';

const START_TIMEOUT_MS = 10 * 60_000;

/** A port of the loopback interface that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The origin of a server on that port: a host name, because browsers make no passkeys for IP addresses. */
export const originOf = (port: number) => `http://localhost:${port}`;

export interface ServerOptions {
  port: number;
  dataDir: string;
  logFile: string;
  env?: Record<string, string>;
}

/** Starts the server as `npm start` does and waits until it is ready. */
export async function startServer({ port, dataDir, logFile, env = {} }: ServerOptions) {
  const url = originOf(port);
  const child = spawn(process.execPath, [path.join(ROOT, 'server/src/main.ts')], {
    env: { ...process.env, PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = createWriteStream(logFile);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  let isRunning = true;
  const exit = once(child, 'exit').then(() => {
    isRunning = false;
  });
  await withProgress('Starting the server with the demo content', async () => {
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
      const response = await fetch(`${url}/readyz`).catch(() => undefined);
      if (response?.ok) return;
      if (!isRunning || Date.now() > deadline) {
        throw new SetupError(`The server did not start; its log is ${logFile}`);
      }
      await sleep(200);
    }
  });
  return {
    url,
    async stop() {
      if (isRunning) child.kill('SIGTERM');
      await exit;
      log.end();
    },
  };
}
