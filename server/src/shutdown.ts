import { once } from 'node:events';
import { Server } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ConfigError } from './config/config.ts';
import { MigrationError } from './database/migrations.ts';
import { DataFolderInUseError } from './embedded/lock.ts';
import { StorageRefusedError } from './gateways/storage.ts';
import { SiteError } from './site/site.ts';

/** Errors that an operator can fix; their messages are printed without a stack. */
export const OPERATOR_ERRORS = [
  ConfigError,
  SiteError,
  DataFolderInUseError,
  MigrationError,
  StorageRefusedError,
];

/** After this the process exits unconditionally. */
const STOP_TIMEOUT_MS = 9_000;

/** How long open connections are served, with `Connection: close`, before idle ones are closed. */
const DRAIN_TIMEOUT_MS = 1_500;
const CLOSE_IDLE_INTERVAL_MS = 100;

/** The time limit for accepting pending connections. */
const ACCEPT_TIMEOUT_MS = 1_000;
/** During a longer tick of the event loop more connections may have queued up. */
const QUICK_TICK_MS = 2;

/**
 * Accepts the connections in the kernel's backlog: closing the listening socket would reset them, although their clients
 * may have sent requests already.
 */
async function acceptPending(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  // One whole tick, from check phase to check phase, polls for connections.
  await turn();
  for (const deadline = performance.now() + ACCEPT_TIMEOUT_MS; performance.now() < deadline; ) {
    const [began, before] = [performance.now(), accepted];
    await turn();
    if (accepted === before && performance.now() - began < QUICK_TICK_MS) break;
  }
  server.off('connection', count);
}

/** Stops accepting connections, serves requests on the open ones, and resolves when all are closed. */
export async function closeGracefully(app: FastifyInstance): Promise<void> {
  // `close` of the HTTP server would also close idle connections at once, perhaps with a request on its way.
  if (app.server.listening) {
    await acceptPending(app.server);
    const allClosed = once(app.server, 'close');
    Server.prototype.close.call(app.server);
    await Promise.race([allClosed, sleep(DRAIN_TIMEOUT_MS)]);
  }
  // Connections become idle when their current request completes.
  const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS);
  await app.close();
  clearInterval(timer);
}

/** Reports why the process cannot start: errors of the operator as a message, others with their stack. */
function explain(error: unknown, log: Logger): void {
  if (OPERATOR_ERRORS.some((ErrorClass) => error instanceof ErrorClass))
    console.error((error as Error).message);
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const { port } = error as Error & { port?: number };
    console.error(`Port ${port} is taken by another program. Set PORT to a free one.`);
  } else log.fatal({ err: error }, 'failed to start');
}

interface Process {
  lifecycle: { stopping: boolean };
  /** Run in reverse order. */
  cleanups: (() => void | Promise<void>)[];
  log: Logger;
  /** How long to go on after a signal, so that balancers notice that the process is not ready any more. */
  delayMs?: number;
}

/**
 * On SIGTERM and SIGINT, or when the parent process disconnects, runs the cleanups after the delay and exits within ten seconds more.
 *
 * @returns a function that does the same after a failed start, with exit code 1
 */
export function stopOnSignals({
  lifecycle,
  cleanups,
  log,
  delayMs = 0,
}: Process): (error: unknown) => Promise<void> {
  let stopped: Promise<void> | undefined;

  async function cleanUp(): Promise<void> {
    for (const cleanup of cleanups.splice(0).reverse()) {
      try {
        await cleanup();
      } catch (error) {
        log.error({ err: error }, 'failed to stop a part');
      }
    }
  }

  async function stop(exitCode: number): Promise<void> {
    setTimeout(() => {
      log.error('timed out while stopping');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    await cleanUp();
    log.info('stopped');
    process.exit(exitCode);
  }

  async function stopGracefully(reason: string): Promise<void> {
    log.info({ reason }, 'stopping');
    lifecycle.stopping = true;
    if (delayMs > 0) await sleep(delayMs);
    await stop(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopped ??= stopGracefully(signal);
    });
  }
  // The parent script forwards signals: without it, this process would never be stopped.
  process.on('disconnect', () => {
    stopped ??= stopGracefully('the parent process is gone');
  });
  return (error) => {
    if (stopped === undefined) {
      explain(error, log);
      stopped = stop(1);
    }
    return stopped;
  };
}
