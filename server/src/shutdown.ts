import { once } from 'node:events';
import { Server } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ConfigError } from './config/config.ts';
import { MigrationError } from './database/migrations.ts';
import { DataFolderInUseError } from './embedded/lock.ts';
import { SiteError } from './site/site.ts';

/** What an operator has done wrong, in words for them. */
export const OPERATOR_ERRORS = [ConfigError, SiteError, DataFolderInUseError, MigrationError];

/** After this the process ends whatever is still going on. */
const STOP_TIMEOUT_MS = 9_000;

/** For so long, requests on open connections are still served, and told to close them, before idle ones are cut. */
const DRAIN_TIMEOUT_MS = 1_500;
const CLOSE_IDLE_INTERVAL_MS = 100;

/** For so long at most, connections are fetched that have been made and not reached this process yet. */
const ACCEPT_TIMEOUT_MS = 1_000;
/** A turn of the event loop that takes longer may have let others queue up meanwhile. */
const QUICK_TICK_MS = 2;

/**
 * Fetches the connections that the kernel has taken on our behalf while this process was busy: closing the socket would
 * reset them, with requests that their clients have sent already.
 */
async function acceptPending(server: Server): Promise<void> {
  let fetched = 0;
  const count = () => {
    fetched += 1;
  };
  server.on('connection', count);
  // From one check phase to the next, a whole turn looks for connections.
  await turn();
  for (const deadline = performance.now() + ACCEPT_TIMEOUT_MS; performance.now() < deadline; ) {
    const [began, before] = [performance.now(), fetched];
    await turn();
    if (fetched === before && performance.now() - began < QUICK_TICK_MS) break;
  }
  server.off('connection', count);
}

/** Takes no new connection from now on, answers what arrives on the open ones, and resolves when all are closed. */
export async function closeGracefully(app: FastifyInstance): Promise<void> {
  // HTTP's own way of closing would at once cut connections that look idle, with a request perhaps on its way.
  if (app.server.listening) {
    await acceptPending(app.server);
    const allClosed = once(app.server, 'close');
    Server.prototype.close.call(app.server);
    await Promise.race([allClosed, sleep(DRAIN_TIMEOUT_MS)]);
  }
  // A connection whose request was in hand at that moment becomes idle later.
  const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS);
  await app.close();
  clearInterval(timer);
}

/** Says why the process cannot start: what the operator can mend in plain words, anything else with its stack. */
function explain(error: unknown, log: Logger): void {
  if (OPERATOR_ERRORS.some((Mistake) => error instanceof Mistake)) console.error((error as Error).message);
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const { port } = error as Error & { port?: number };
    console.error(`Port ${port} is taken by another program. Set PORT to a free one.`);
  } else log.fatal({ err: error }, 'could not start');
}

interface Process {
  lifecycle: { stopping: boolean };
  /** Run in reverse order. */
  cleanups: (() => void | Promise<void>)[];
  log: Logger;
}

/**
 * Makes SIGTERM and SIGINT (or the end of the script that started this process) finish the requests in hand, stop what
 * was started, and end the process within ten seconds.
 *
 * @returns a function that does the same because the start failed
 */
export function stopOnSignals({ lifecycle, cleanups, log }: Process): (error: unknown) => Promise<void> {
  let stopped: Promise<void> | undefined;

  async function cleanUp(): Promise<void> {
    for (const cleanup of cleanups.splice(0).reverse()) {
      try {
        await cleanup();
      } catch (error) {
        log.error({ err: error }, 'could not stop a part in order');
      }
    }
  }

  async function stop(exitCode: number): Promise<void> {
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    await cleanUp();
    log.info('stopped');
    process.exit(exitCode);
  }

  async function stopGracefully(reason: string): Promise<void> {
    log.info({ reason }, 'stopping');
    lifecycle.stopping = true;
    await stop(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopped ??= stopGracefully(signal);
    });
  }
  // Started by a script that is there to pass signals on: once it is gone, nobody else would stop this process.
  process.on('disconnect', () => {
    stopped ??= stopGracefully('the process that started this one is gone');
  });
  return (error) => {
    if (stopped === undefined) {
      explain(error, log);
      stopped = stop(1);
    }
    return stopped;
  };
}
