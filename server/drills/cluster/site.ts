import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../../src/config/config.ts';
import type { Db } from '../../src/database/database.ts';
import { mediaKey } from '../../src/features/media/service.ts';
import { BUCKET } from '../../testing/bucket-of.ts';
import { freePort } from '../../testing/free-port.ts';
import { type S3Server, startSigningS3 } from '../../testing/s3-servers.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { withClient, withDatabase } from '../../testing/with-database.ts';
import { LOAD_SETTINGS } from '../load-settings.ts';
import { migrate } from '../migrate.ts';
import { ROOT } from '../revision.ts';
import { type Daemon, waitFor } from './daemon.ts';
import { createHaproxy, createNginx, createPgbouncer } from './entry.ts';
import { type Node, PASSWORD, PostgresCluster } from './postgres-cluster.ts';
import type { Programs } from './programs.ts';

const WEB_PROCESSES = 3;
const FIRST_CHECK_TIMEOUT_MS = 30_000;
const STORAGE_TIMEOUT_MS = 30_000;
/** As docs/operation.md says for poolers: their connections have the bounds of the role. */
const ROLE = `
  CREATE ROLE oriel LOGIN PASSWORD '${PASSWORD}';
  ALTER ROLE oriel SET lock_timeout = '3s';
  ALTER ROLE oriel SET statement_timeout = '10s';
  ALTER ROLE oriel SET idle_in_transaction_session_timeout = '10s';
  ALTER ROLE oriel SET default_transaction_isolation = 'read committed'`;

/** Where a process of Oriel runs. */
export type Place = 'web 1' | 'web 2' | 'web 3' | 'worker';
const PLACES: readonly Place[] = ['web 1', 'web 2', 'web 3', 'worker'];

/** Whether who connects by this URL reaches a node that writes. */
async function leadsToPrimary(connectionString: string): Promise<boolean> {
  try {
    return await withClient({ connectionString, connectionTimeoutMillis: 2_000 }, async (client) => {
      const { rowCount } = await client.query('SELECT 1 WHERE NOT pg_is_in_recovery()');
      return rowCount === 1;
    });
  } catch {
    return false;
  }
}

/** Resolves when every connection leads to the primary: HAProxy takes all nodes for primaries until it has checked them. */
async function untilChecked(connectionString: string, nodes: readonly Node[]): Promise<void> {
  await waitFor('the way to the primary', FIRST_CHECK_TIMEOUT_MS, async () => {
    // One for each node, since HAProxy takes turns.
    for (const _ of nodes) if (!(await leadsToPrimary(connectionString))) return undefined;
    return true;
  });
}

/** Size M on one machine: three web processes and a worker behind nginx, on a PostgreSQL of three nodes and a bucket. */
export class ClusterSite {
  readonly cluster: PostgresCluster;
  readonly haproxy: Daemon;
  readonly pgbouncer: Daemon;
  readonly nginx: Daemon;
  /** Where visitors reach the site. */
  readonly url: string;
  readonly dataDir: string;
  /** The way to the bucket. */
  readonly toBucket: TcpProxy;
  /** The way from PgBouncer to HAProxy. */
  readonly toPrimary: TcpProxy;
  readonly #bucket: S3Server;
  readonly #folder: string;
  readonly #environment: Record<string, string>;
  readonly #webPorts: readonly number[];
  readonly #running = new Map<Place, ServerProcess>();

  private constructor(parts: {
    cluster: PostgresCluster;
    haproxy: Daemon;
    pgbouncer: Daemon;
    nginx: Daemon;
    url: string;
    dataDir: string;
    toBucket: TcpProxy;
    toPrimary: TcpProxy;
    bucket: S3Server;
    folder: string;
    environment: Record<string, string>;
    webPorts: readonly number[];
  }) {
    this.cluster = parts.cluster;
    this.haproxy = parts.haproxy;
    this.pgbouncer = parts.pgbouncer;
    this.nginx = parts.nginx;
    this.url = parts.url;
    this.dataDir = parts.dataDir;
    this.toBucket = parts.toBucket;
    this.toPrimary = parts.toPrimary;
    this.#bucket = parts.bucket;
    this.#folder = parts.folder;
    this.#environment = parts.environment;
    this.#webPorts = parts.webPorts;
  }

  /** Starts all of it, with an empty site. @param folder for all data, which an unprivileged account can reach */
  static async start(programs: Programs, folder: string, report: (step: string) => void) {
    report('starting 3 etcd and 3 Patroni with PostgreSQL');
    const cluster = await PostgresCluster.start(programs, folder);
    const haproxy = await createHaproxy(programs, folder, cluster.nodes);
    const toPrimary = await startTcpProxy({ host: '127.0.0.1', port: haproxy.port });
    const pgbouncer = await createPgbouncer(programs, folder, toPrimary.port);
    const bucket = await startSigningS3();
    const toBucket = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(bucket.endpoint).port) });
    const port = await freePort();
    const webPorts = await Promise.all(Array.from({ length: WEB_PROCESSES }, freePort));
    const dataDir = path.join(folder, 'oriel');
    mkdirSync(dataDir);
    const environment = {
      DATABASE_URL: `postgres://oriel:${PASSWORD}@127.0.0.1:${pgbouncer.port}/oriel`,
      DATABASE_MIGRATION_URL: `postgres://oriel:${PASSWORD}@127.0.0.1:${haproxy.port}/oriel`,
      MIGRATE_ON_START: 'off',
      DATA_DIR: dataDir,
      SECRET_KEY: randomBytes(32).toString('hex'),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      STORAGE_URL: `s3://${BUCKET}`,
      S3_ENDPOINT: `http://127.0.0.1:${toBucket.port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      ...LOAD_SETTINGS,
    };
    const key = Buffer.from(mediaKey(loadConfig(environment).secretKey)).toString('base64url');
    const nginx = await createNginx(programs, folder, { port, webPorts, mediaKey: key });
    const site = new ClusterSite({
      cluster,
      haproxy: haproxy.daemon,
      pgbouncer: pgbouncer.daemon,
      nginx: nginx.daemon,
      url: nginx.url,
      dataDir,
      toBucket,
      toPrimary,
      bucket,
      folder,
      environment,
      webPorts,
    });
    try {
      await site.#startProcesses(report);
      return site;
    } catch (error) {
      const ended = [site.haproxy, site.pgbouncer, site.nginx].filter((daemon) => !daemon.isRunning);
      const logs = ended.map(({ log }) => log).join('\n');
      await site.close();
      throw new Error(`the site does not start:\n${logs}`, { cause: error });
    }
  }

  async #startProcesses(report: (step: string) => void): Promise<void> {
    const leader = await this.cluster.untilWhole(1_000);
    await this.cluster.asSuperuser(leader, 'postgres', async (client) => {
      for (const statement of ROLE.split(';')) await client.query(statement);
      await client.query('CREATE DATABASE oriel OWNER oriel');
    });
    for (const daemon of [this.haproxy, this.pgbouncer, this.nginx]) daemon.start();
    await untilChecked(this.connectionString, this.cluster.nodes);
    report('migrating through HAProxy');
    await migrate(ROOT, this.#environment);
    report('starting 3 web processes and a worker');
    await Promise.all(PLACES.map((place) => this.startProcess(place)));
  }

  /** Starts the process of a place where none runs, and resolves when it is ready. */
  async startProcess(place: Place): Promise<void> {
    const port = this.#webPorts[PLACES.indexOf(place)];
    const server = await startServer(this.dataDir, {
      ...this.#environment,
      ORIEL_ROLE: place === 'worker' ? 'worker' : 'web',
      PORT: String(port ?? 0),
    });
    this.#running.set(place, server);
  }

  /** Kills the process of a place as `kill -9` does. */
  async killProcess(place: Place): Promise<void> {
    const server = this.#running.get(place);
    server?.child.kill('SIGKILL');
    await server?.exit;
    this.#forget(place);
  }

  /** Keeps the log of a process that has ended. */
  #forget(place: Place): void {
    const output = this.#running.get(place)?.output() ?? '';
    appendFileSync(path.join(this.#folder, `${place.replace(' ', '')}.log`), output);
    this.#running.delete(place);
  }

  /** Resolves when all web processes say that of the storage. */
  async untilStorageIs(state: string): Promise<void> {
    await waitFor(`storage that is ${state}`, STORAGE_TIMEOUT_MS, async () => {
      const answers = this.#webPorts.map(async (port) => {
        const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
        return ((await ready.json()) as { storage: string }).storage === state;
      });
      return (await Promise.all(answers)).every(Boolean) ? true : undefined;
    });
  }

  /** Whether all web processes say within a time that they are alive. */
  async isAlive(withinMs: number): Promise<boolean> {
    const answers = this.#webPorts.map(async (port) => {
      const signal = AbortSignal.timeout(withinMs);
      return (await fetch(`http://127.0.0.1:${port}/healthz`, { signal })).ok;
    });
    return Promise.all(answers).then(
      (all) => all.every(Boolean),
      () => false,
    );
  }

  /** What the web processes use of memory, in bytes. */
  webMemory(): number {
    const resident = PLACES.filter((place) => place !== 'worker').map((place) => {
      const pid = this.#running.get(place)?.child.pid;
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    });
    return resident.reduce((sum, each) => sum + each, 0);
  }

  /** The database by way of PgBouncer. */
  get pooledUrl(): string {
    return this.#environment.DATABASE_URL ?? '';
  }

  /** The database past PgBouncer. */
  get connectionString(): string {
    return this.#environment.DATABASE_MIGRATION_URL ?? '';
  }

  /** Works on the primary from outside the processes. */
  async withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return withDatabase(this.connectionString, work);
  }

  async close(): Promise<void> {
    for (const [place, server] of this.#running) {
      server.child.kill('SIGTERM');
      const late = setTimeout(() => server.child.kill('SIGKILL'), 20_000);
      await server.exit;
      clearTimeout(late);
      this.#forget(place);
    }
    await this.nginx.stop('SIGTERM');
    await this.pgbouncer.stop();
    await this.haproxy.stop();
    await this.toPrimary.close();
    await this.cluster.close();
    await this.toBucket.close();
    await this.#bucket.close();
  }
}
