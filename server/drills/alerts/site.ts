import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { type EmbeddedDatabase, startedDatabase } from '../../src/embedded/configured-database.ts';
import { databaseUrl, serverAddress } from '../../testing/administer.ts';
import { BUCKET } from '../../testing/bucket-of.ts';
import { type FaultProxy, startFaultProxy } from '../../testing/fault-proxy.ts';
import { freePort } from '../../testing/free-port.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { type S3Server, startMemoryS3 } from '../../testing/s3-servers.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { withClient } from '../../testing/with-database.ts';
import { LOAD_SETTINGS } from '../load-settings.ts';
import { migrate } from '../migrate.ts';
import { ROOT } from '../revision.ts';
import { createTours } from '../upgrade-load.ts';

/** Few, so that some requests at once use them up. */
const POOL_SIZE = '3';
/** What makes a process take itself for another release. */
export const OTHER_RELEASE = {
  NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'other-release.ts')).href}`,
};

/** Where a process of Oriel runs. */
export type Place = 'web1' | 'web2' | 'worker';
const PLACES: readonly Place[] = ['web1', 'web2', 'worker'];

interface Parts {
  folder: string;
  database: EmbeddedDatabase;
  toDatabase: TcpProxy;
  bucket: S3Server;
  toBucket: FaultProxy;
  mailPort: number;
  /** What all processes have in common. */
  environment: Record<string, string>;
  ports: Record<Place, { http: number; metrics: number }>;
}

/** Two web processes and a worker on one PostgreSQL, a bucket and a mail server, all of which can be broken. */
export class AlertSite {
  readonly toBucket: FaultProxy;
  readonly #parts: Parts;
  readonly #running = new Map<Place, ServerProcess>();
  #database: EmbeddedDatabase | undefined;
  #mailServer: MailServer | undefined;
  /** The mail server refuses each mail while this is true. */
  refusesMails = false;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.toBucket = parts.toBucket;
    this.#database = parts.database;
  }

  /** Starts all of it, with a few tours. @param folder for all data */
  static async start(folder: string): Promise<AlertSite> {
    for (const name of ['database', ...PLACES]) mkdirSync(path.join(folder, name), { recursive: true });
    const database = await startedDatabase(path.join(folder, 'database'));
    const toDatabase = await startTcpProxy(serverAddress(database.connectionString));
    const bucket = await startMemoryS3();
    const toBucket = await startFaultProxy(bucket.endpoint);
    const ports = {} as Parts['ports'];
    for (const place of PLACES) ports[place] = { http: await freePort(), metrics: await freePort() };
    const direct = new URL(database.connectionString);
    const mailPort = await freePort();
    const environment = {
      ...LOAD_SETTINGS,
      DATABASE_URL: `postgresql://${direct.username}:${direct.password}@127.0.0.1:${toDatabase.port}${direct.pathname}`,
      DATABASE_POOL_SIZE: POOL_SIZE,
      MIGRATE_ON_START: 'off',
      SECRET_KEY: randomBytes(32).toString('hex'),
      PUBLIC_URL: `http://127.0.0.1:${ports.web1.http}`,
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      STORAGE_URL: `s3://${BUCKET}`,
      S3_ENDPOINT: toBucket.endpoint,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
    await migrate(ROOT, { ...environment, DATA_DIR: path.join(folder, 'worker') });
    await createTours(database.connectionString, ROOT);
    const site = new AlertSite({
      folder,
      database,
      toDatabase,
      bucket,
      toBucket,
      mailPort,
      environment,
      ports,
    });
    await site.startMailServer();
    for (const place of PLACES) await site.startProcess(place);
    return site;
  }

  /** The addresses of the processes' metrics. */
  get targets(): string[] {
    return PLACES.map((place) => `127.0.0.1:${this.#parts.ports[place].metrics}`);
  }

  /** Where a process answers requests, without a trailing slash. */
  url(place: Place): string {
    return `http://127.0.0.1:${this.#parts.ports[place].http}`;
  }

  /** The folder of a process alone. */
  dataDir(place: Place): string {
    return path.join(this.#parts.folder, place);
  }

  /** The process id of a process that runs. */
  pid(place: Place): number {
    const pid = this.#running.get(place)?.child.pid;
    if (pid === undefined) throw new Error(`${place} does not run`);
    return pid;
  }

  /** Starts the process of a place where none runs, and resolves when it is ready. @param settings in addition */
  async startProcess(place: Place, settings: Record<string, string> = {}): Promise<void> {
    const { http, metrics } = this.#parts.ports[place];
    const server = await startServer(this.dataDir(place), {
      ...this.#parts.environment,
      ORIEL_ROLE: place === 'worker' ? 'worker' : 'web',
      PORT: String(http),
      METRICS_PORT: String(metrics),
      ...settings,
    });
    this.#running.set(place, server);
  }

  /** Ends the process of a place, and starts it with further settings. */
  async replaceProcess(place: Place, settings: Record<string, string> = {}): Promise<void> {
    await this.endProcess(place, 'SIGTERM');
    await this.startProcess(place, settings);
  }

  /** Ends the process of a place. */
  async endProcess(place: Place, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const server = this.#running.get(place);
    if (server === undefined) return;
    server.child.kill(signal);
    const late = setTimeout(() => server.child.kill('SIGKILL'), 20_000);
    await server.exit;
    clearTimeout(late);
    appendFileSync(path.join(this.#parts.folder, `${place}.log`), server.output());
    this.#running.delete(place);
  }

  /** Shuts PostgreSQL down. */
  async stopDatabase(): Promise<void> {
    await this.#database?.release();
    this.#database = undefined;
  }

  /** Starts PostgreSQL on the same data. */
  async startDatabase(): Promise<void> {
    this.#database = await startedDatabase(path.join(this.#parts.folder, 'database'));
    this.#parts.toDatabase.target = serverAddress(this.#database.connectionString);
  }

  /** Works on the site's database as PostgreSQL's superuser. */
  async asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    if (this.#database === undefined) throw new Error('PostgreSQL does not run');
    const { pathname } = new URL(this.#database.connectionString);
    return withClient(
      { connectionString: databaseUrl(this.#database.superuserUrl, pathname.slice(1)) },
      work,
    );
  }

  /** Changes a setting of PostgreSQL while it runs. @param value SQL; undefined restores the default */
  async set(setting: string, value?: string): Promise<void> {
    await this.asSuperuser(async (client) => {
      await client.query(
        `ALTER SYSTEM ${value === undefined ? `RESET ${setting}` : `SET ${setting} = ${value}`}`,
      );
      await client.query('SELECT pg_reload_conf()');
    });
  }

  async stopMailServer(): Promise<void> {
    await this.#mailServer?.close();
    this.#mailServer = undefined;
  }

  /** Starts the mail server. */
  async startMailServer(): Promise<void> {
    this.#mailServer = await startMailServer({
      port: this.#parts.mailPort,
      beforeAccepting: async () => {
        if (this.refusesMails) throw new Error('refused');
      },
    });
  }

  async close(): Promise<void> {
    for (const place of PLACES) await this.endProcess(place, 'SIGTERM');
    await this.#parts.toDatabase.close();
    await this.stopDatabase();
    await this.#parts.toBucket.close();
    await this.#parts.bucket.close();
    await this.stopMailServer();
  }
}
