import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Db, openDatabase } from '../src/database/database.ts';
import { listOutbox } from '../src/gateways/mail-outbox.ts';
import {
  connectionStringOf,
  postgresPid,
  type ServerProcess,
  startServer,
} from '../testing/server-process.ts';

/** As it is run, but for limits that would be the load's and not the server's. */
const ENVIRONMENT = {
  TRUSTED_PROXIES: '127.0.0.1',
  SIGN_UPS_PER_ADDRESS: '1000000',
  REFERRALS_PER_DAY: '1000000',
  REFERRALS_PER_MONTH: '1000000',
  RAZORPAY_TIMEOUT_MS: '2000',
};
/** Mails that are looked through. */
const LATEST_MAILS = 40;
const POLL_MS = 10;
const PATIENCE_MS = 60_000;

/** The parent of a process, where the system says. */
function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** The real server as a process, with its own embedded PostgreSQL, and the means to kill both. */
export class ServerUnderTest {
  readonly dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-chaos-'));
  #server: ServerProcess | undefined;

  get url(): string {
    return this.#running.url;
  }

  get #running(): ServerProcess {
    if (this.#server === undefined) throw new Error('the server does not run');
    return this.#server;
  }

  /** @returns after how many milliseconds /readyz said so */
  async start(): Promise<number> {
    const began = performance.now();
    this.#server = await startServer(this.dataDir, ENVIRONMENT);
    return performance.now() - began;
  }

  /** What the server has warned of lately, to find out why something went wrong. */
  warnings(): string {
    const lines = this.#server?.output().split('\n') ?? [];
    return lines
      .filter((line) => !/^$|"level":[123]0,/.test(line))
      .slice(-30)
      .join('\n');
  }

  /** The token of the verification mail to an address, where that is one of the latest mails of the outbox. */
  async verificationToken(email: string): Promise<string | undefined> {
    const mails = await listOutbox(path.join(this.dataDir, 'outbox'), LATEST_MAILS);
    const texts = mails.filter(({ to }) => to === email).map(({ text }) => text);
    return texts.map((text) => /\/verify-email#token=([\w.-]+)/.exec(text)?.[1]).find(Boolean);
  }

  /** Holds the server where it is, so that it can be killed there. */
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
   * @returns after how many milliseconds /readyz said that all is well again
   */
  async killPostgres(victim: 'postmaster' | 'backend'): Promise<number> {
    const postmaster = postgresPid(this.dataDir);
    const watcher = new pg.Client({ connectionString: connectionStringOf(this.dataDir) });
    // Its own connection is lost in the crash; that is how it is known to have happened.
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
    await Promise.race([lost, sleep(PATIENCE_MS, undefined, { ref: false })]);
    await watcher.end().catch(() => undefined);
    const alive = await fetch(`${this.url}/healthz`);
    if (alive.status !== 200) throw new Error('D6: the server did not stay alive');
    while ((await fetch(`${this.url}/readyz`)).status !== 200) {
      if (performance.now() - began > PATIENCE_MS) throw new Error('the server did not get ready again');
      await sleep(POLL_MS);
    }
    return performance.now() - began;
  }

  /** Works on the database from outside the server. */
  async withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const db = openDatabase({ connectionString: connectionStringOf(this.dataDir), poolSize: 2 });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  /** Ends what still runs. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    if (server.child.exitCode === null && server.child.signalCode === null) {
      server.child.kill('SIGTERM');
      await server.exit;
    } else {
      // Killed and not started again: it has left its PostgreSQL behind.
      try {
        process.kill(postgresPid(this.dataDir), 'SIGINT');
        await sleep(1_000);
      } catch {
        // It has not.
      }
    }
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
