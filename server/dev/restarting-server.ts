import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServerMessage, SupervisorMessage, ViteRequest, ViteResponse } from './messages.ts';

const ENTRY = fileURLToPath(new URL('serve-live.ts', import.meta.url));

export interface RestartingServer {
  /** The origin at which the server listens. Waits while it starts; undefined when it could not. */
  origin(): Promise<string | undefined>;
  /** Replaces the running server. */
  restart(): void;
  send(message: SupervisorMessage): void;
  stop(): Promise<void>;
}

interface Run {
  child: ChildProcess;
  exit: Promise<void>;
  ready: Promise<string | undefined>;
  isReady: boolean;
  isReplaced: boolean;
}

/**
 * Runs the server in a child process that can be replaced. A ready server stops while the next one starts; one that is
 * still starting, and may be filling the database, exits first.
 *
 * @param respond passes requests for modules on to Vite
 */
export function startRestartingServer(
  environment: NodeJS.ProcessEnv,
  respond: (request: ViteRequest) => Promise<ViteResponse>,
): RestartingServer {
  const running = new Set<Run>();
  let isStopping = false;

  function start(): Run {
    const began = performance.now();
    // React and React Router must be the copies that Vite's modules import.
    const child = fork(ENTRY, { env: environment, execArgv: ['--conditions=development'] });
    const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const ready = new Promise<string | undefined>((resolve) => {
      child.on('message', (message: ServerMessage) => {
        if ('ready' in message) {
          run.isReady = true;
          resolve(message.ready);
          console.error(`server started in ${Math.round(performance.now() - began)} ms`);
        } else {
          const { id, request } = message;
          respond(request).then((response) => send(child, { id, response }));
        }
      });
      exit.then(() => resolve(undefined));
    });
    const run: Run = { child, exit, ready, isReady: false, isReplaced: false };
    running.add(run);
    exit.then(() => {
      running.delete(run);
      if (!run.isReplaced && !isStopping) console.error('the server has ended; waiting for a change');
    });
    return run;
  }

  function send(child: ChildProcess, message: SupervisorMessage): void {
    // A server that is ending has closed its side.
    if (child.connected) child.send(message, () => undefined);
  }

  let current = Promise.resolve(start());

  async function replace(previous: Run): Promise<Run> {
    previous.isReplaced = true;
    previous.child.kill('SIGTERM');
    if (!previous.isReady) await previous.exit;
    return isStopping ? previous : start();
  }

  return {
    origin: async () => (await current).ready,
    restart: () => {
      current = current.then(replace);
    },
    send: (message) => {
      for (const { child } of running) send(child, message);
    },
    async stop() {
      isStopping = true;
      await current;
      for (const { child } of running) child.kill('SIGTERM');
      await Promise.all([...running].map(({ exit }) => exit));
    },
  };
}
