import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { credentialsOf, connectionStringOf as socketConnectionString } from '../src/embedded/access.ts';
import { childEnvironment } from './child-environment.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const IMPATIENT = fileURLToPath(new URL('impatient-server.ts', import.meta.url));
const START_TIMEOUT_MS = 180_000;

export interface ServerProcess {
  /** Without a trailing slash. */
  url: string;
  child: ChildProcess;
  /** Its output on stdout and stderr so far. */
  output(): string;
  /** Resolves with the exit code; null after a signal. */
  exit: Promise<number | null>;
}

interface ProcessOptions {
  /** Whether it pauses only shortly before it tries something again. */
  isImpatient?: boolean;
  /** The program, instead of `server/src/main.ts` of this checkout. */
  main?: string;
}

/** Starts the server as a separate process, without demo tours unless the environment says otherwise. */
export function spawnServer(
  environment: Record<string, string>,
  { isImpatient = false, main = isImpatient ? IMPATIENT : MAIN }: ProcessOptions = {},
): Omit<ServerProcess, 'url'> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...childEnvironment(),
      DEMO_CONTENT: 'off',
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, exit, output: () => output };
}

/** Starts the server on a data folder and waits until it is ready. */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  const server = spawnServer({ DATA_DIR: dataDir, ...environment }, options);
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
    const url = /Server listening at (http:\/\/[\d.]+:\d+)/.exec(server.output())?.[1];
    if (url !== undefined && (await fetch(`${url}/readyz`).catch(() => undefined))?.ok)
      return { ...server, url };
    if (server.child.exitCode !== null || Date.now() > deadline) {
      server.child.kill('SIGKILL');
      throw new Error(`the server did not start:\n${server.output()}`);
    }
    await sleep(20);
  }
}

/** The lines of PostgreSQL's pid file in a data folder. */
function postmasterFile(dataDir: string): string[] {
  return readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
}

/** The process id of the embedded PostgreSQL. */
export function postgresPid(dataDir: string): number {
  return Number(postmasterFile(dataDir)[0]);
}

/** The connection string of a running server's embedded PostgreSQL, as its superuser. */
export function connectionStringOf(dataDir: string): string {
  return socketConnectionString(postmasterFile(dataDir)[4] ?? '', credentialsOf(dataDir), 'oriel', 'oriel');
}
