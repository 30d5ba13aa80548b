import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithThisProcess, ROOT, SetupError, withProgress } from '../setup/common.mjs';

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
  /** A program in place of that of `npm start`; a path below the root. */
  program?: string;
  /** Starts it at the lowest priority, without a line of progress, unless this is aborted before it is ready. */
  inBackground?: AbortSignal;
}

/** Programs that a command starts have its priority. */
const UNHURRIED = process.platform === 'win32' ? [] : ['nice', '-n', '19'];

/** Starts the server as `npm start` does and waits until it is ready. */
export async function startServer({
  port,
  dataDir,
  logFile,
  env = {},
  program: main = 'server/src/main.ts',
  inBackground,
}: ServerOptions) {
  const url = originOf(port);
  const prefix = inBackground ? UNHURRIED : [];
  const [program = process.execPath, ...args] = [...prefix, process.execPath, path.join(ROOT, main)];
  const child = spawn(program, args, {
    env: { ...process.env, PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  endWithThisProcess(child);
  const log = createWriteStream(logFile);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  let isRunning = true;
  const hasEnded = () => {
    isRunning = false;
  };
  // It never runs where it cannot be started.
  const exit = once(child, 'exit').then(hasEnded, hasEnded);
  const stop = async () => {
    if (isRunning) child.kill('SIGTERM');
    await exit;
    log.end();
  };
  const untilReady = async () => {
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
      const response = await fetch(`${url}/readyz`).catch(() => undefined);
      if (response?.ok) return;
      if (!isRunning || inBackground?.aborted || Date.now() > deadline) {
        throw new SetupError(`The server did not start; its log is ${logFile}`);
      }
      await sleep(200);
    }
  };
  try {
    await (inBackground
      ? untilReady()
      : withProgress('Starting the server with the demo content', untilReady));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
