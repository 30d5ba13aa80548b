import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from '../src/database/database.ts';
import { listOutbox } from '../src/gateways/mail-outbox.ts';
import {
  connectionStringOf,
  postgresPid,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts';
import { withDatabase } from '../testing/with-database.ts';
import { exhaustLog, fillDisk, freeDisk } from './small-disk.ts';

/** Defaults, except limits that the load would hit. */
const ENVIRONMENT = {
  TRUSTED_PROXIES: '127.0.0.1',
  SIGN_UPS_PER_ADDRESS: '1000000',
  REFERRALS_PER_DAY: '1000000',
  REFERRALS_PER_MONTH: '1000000',
  RAZORPAY_TIMEOUT_MS: '2000',
};
/** How many of the latest mails are searched. */
const LATEST_MAILS = 40;
const POLL_MS = 10;
const RECOVERY_TIMEOUT_MS = 60_000;

/** The parent of a process; undefined without /proc. */
function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

export interface ServerUnderTestOptions {
  /** Removed at the end; by default a new, empty one. */
  dataDir?: string;
  /** Whether it pauses only shortly before it tries something again. */
  isImpatient?: boolean;
}

/** A real server process with its own embedded PostgreSQL, and methods to kill both. */
export class ServerUnderTest {
  readonly dataDir: string;
  readonly #isImpatient: boolean;
  #server: ServerProcess | undefined;

  constructor({ dataDir, isImpatient = false }: ServerUnderTestOptions = {}) {
    this.dataDir = dataDir ?? mkdtempSync(path.join(tmpdir(), 'oriel-chaos-'));
    this.#isImpatient = isImpatient;
  }

  get url(): string {
    return this.#running.url;
  }

  get #running(): ServerProcess {
    if (this.#server === undefined) throw new Error('the server does not run');
    return this.#server;
  }

  /** @returns the milliseconds until /readyz responded with 200 */
  async start(): Promise<number> {
    const began = performance.now();
    this.#server = await startServer(this.dataDir, ENVIRONMENT, { isImpatient: this.#isImpatient });
    return performance.now() - began;
  }

  /** The latest warnings and errors of the server's log. */
  warnings(): string {
    const lines = this.#server?.output().split('\n') ?? [];
    return lines
      .filter((line) => !/^$|"level":[123]0,/.test(line))
      .slice(-30)
      .join('\n');
  }

  /** The secret of the verification mail to an email, if it is among the latest mails of the outbox. */
  async verificationToken(email: string): Promise<string | undefined> {
    const mails = await listOutbox(path.join(this.dataDir, 'outbox'), LATEST_MAILS);
    const texts = mails.filter(({ to }) => to === email).map(({ text }) => text);
    return texts.map((text) => /\/verify-email#token=([\w.-]+)/.exec(text)?.[1]).find(Boolean);
  }

  /** Suspends the server, so that it can be killed at this point. */
  freezeServer(): void {
    this.#running.child.kill('SIGSTOP');
  }

  async killServer(): Promise<void> {
    this.#running.child.kill('SIGKILL');
    await this.#running.exit;
  }

  /**
   * Kills PostgreSQL: its postmaster, or one of the processes that serve this server's connections.
   *
   * @returns the milliseconds until /readyz responded with 200 again
   */
  async killPostgres(victim: 'postmaster' | 'backend'): Promise<number> {
    const postmaster = postgresPid(this.dataDir);
    const watcher = new pg.Client({ connectionString: connectionStringOf(this.dataDir) });
    // The crash is detected by the loss of this connection.
    const lost = new Promise<void>((resolve) => {
      watcher.on('error', () => undefined).once('end', () => resolve());
    });
    await watcher.connect();
    let pid = postmaster;
    if (victim === 'backend') {
      const { rows } = await watcher.query(`
        SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name = 'oriel'
        ORDER BY state = 'idle', random() LIMIT 1
      `);
      pid = rows[0].pid;
      const parent = parentOf(pid);
      if (parent !== undefined && parent !== postmaster)
        throw new Error(`process ${pid} is none of PostgreSQL's`);
    }
    const began = performance.now();
    process.kill(pid, 'SIGKILL');
    await Promise.race([lost, sleep(RECOVERY_TIMEOUT_MS, undefined, { ref: false })]);
    await watcher.end().catch(() => undefined);
    return this.#untilReady(began);
  }

  /**
   * Fills the disk for some time: PostgreSQL refuses to write, and with `log` it stops altogether.
   *
   * @param milliseconds for which there is no room
   * @returns the milliseconds until /readyz responded with 200 again once there was
   */
  async fillDisk(part: 'data' | 'log', milliseconds: number): Promise<number> {
    const superuser = connectionStringOf(this.dataDir);
    fillDisk(this.dataDir);
    try {
      if (part === 'log') await exhaustLog(superuser);
      await sleep(milliseconds);
    } finally {
      freeDisk(this.dataDir);
    }
    return this.#untilReady(performance.now());
  }

  /** @returns the milliseconds since `began`, by `performance.now()` */
  async #untilReady(began: number): Promise<number> {
    const alive = await fetch(`${this.url}/healthz`);
    if (alive.status !== 200) throw new Error('D6: the server did not stay alive');
    while ((await fetch(`${this.url}/readyz`)).status !== 200) {
      if (performance.now() - began > RECOVERY_TIMEOUT_MS)
        throw new Error('the server did not get ready again');
      await sleep(POLL_MS);
    }
    return performance.now() - began;
  }

  /** Works on the database from outside the server. */
  async withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return withDatabase(connectionStringOf(this.dataDir), work);
  }

  /** Stops the server and its PostgreSQL, if they are running. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    if (server.child.exitCode === null && server.child.signalCode === null) {
      server.child.kill('SIGTERM');
      await server.exit;
    } else {
      // The server was killed and not restarted, so its PostgreSQL may still be running.
      try {
        process.kill(postgresPid(this.dataDir), 'SIGINT');
        await sleep(1_000);
      } catch {
        // It is not.
      }
    }
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
