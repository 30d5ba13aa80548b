import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '../src/database/database.ts';
import { type EmbeddedDatabase, startedDatabase } from '../src/embedded/configured-database.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { withDatabase } from '../testing/with-database.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { LOAD_SETTINGS } from './load-settings.ts';
import { migrate } from './migrate.ts';
import type { Revision } from './revision.ts';

/** As long as the balancer needs to notice, and a second. */
const STOP_DELAY_MS = 2_000;
/** Lines of a log that are errors (50) or worse. */
const ERROR_LINE = /"level":[56]0,/;

/** Warnings. */
const WARNING_LINE = /"level":40,/;

/** Of one process after the other. */
export const PLACES = ['web 1', 'web 2', 'worker'] as const;
export type Place = (typeof PLACES)[number];

/** Two web processes behind a balancer and a worker, on one PostgreSQL and one folder of media. */
export class Installation {
  readonly #database: EmbeddedDatabase;
  readonly #balancer: Balancer;
  readonly #environment: Record<string, string>;
  readonly #running = new Map<Place, { server: ServerProcess; revision: Revision }>();
  /** Lines that processes logged as errors, and ends that were not clean. */
  readonly complaints: string[] = [];
  /** What they warned of, which may explain failed requests. */
  readonly warnings: string[] = [];
  /** The data folder of all processes. */
  readonly dataDir: string;

  private constructor(database: EmbeddedDatabase, balancer: Balancer, dataDir: string) {
    this.#database = database;
    this.#balancer = balancer;
    this.dataDir = dataDir;
    this.#environment = {
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      SECRET_KEY: randomBytes(32).toString('hex'),
      PUBLIC_URL: balancer.url,
      MIGRATE_ON_START: 'off',
      STOP_DELAY_MS: String(STOP_DELAY_MS),
      TRUSTED_PROXIES: '127.0.0.1',
      ...LOAD_SETTINGS,
    };
  }

  /** Starts PostgreSQL and the balancer, and no process yet. @param folder for all data */
  static async open(folder: string): Promise<Installation> {
    const dataDir = path.join(folder, 'data');
    const databaseDir = path.join(folder, 'database');
    for (const each of [dataDir, databaseDir]) mkdirSync(each);
    const database = await startedDatabase(databaseDir);
    return new Installation(database, await startBalancer(), dataDir);
  }

  /** Where visitors reach the site. */
  get url(): string {
    return this.#balancer.url;
  }

  get connectionString(): string {
    return this.#database.connectionString;
  }

  /** `npm run migrate`. @returns what it prints @throws {Error} when it fails */
  async migrate({ root }: Revision): Promise<string> {
    return migrate(root, this.#environment);
  }

  /** Stops what runs in a place, and then starts a process of a revision there. */
  async replace(place: Place, revision: Revision): Promise<void> {
    await this.#stop(place);
    const environment = { ...this.#environment, ORIEL_ROLE: place === 'worker' ? 'worker' : 'web' };
    const main = path.join(revision.root, 'server/src/main.ts');
    const server = await startServer(this.dataDir, environment, { main });
    this.#running.set(place, { server, revision });
    if (place !== 'worker') this.#balancer.add(server.url);
  }

  /** Works on the database from outside the processes. */
  async withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return withDatabase(this.connectionString, work);
  }

  async close(): Promise<void> {
    for (const place of PLACES) await this.#stop(place);
    await this.#balancer.close();
    await this.#database.release();
  }

  async #stop(place: Place): Promise<void> {
    const current = this.#running.get(place);
    if (current === undefined) return;
    this.#running.delete(place);
    const { server, revision } = current;
    const who = `${place} of ${revision.name}`;
    server.child.kill('SIGTERM');
    const code = await server.exit;
    this.#balancer.remove(server.url);
    if (code !== 0) this.complaints.push(`${who} ended with ${code}`);
    const lines = server.output().split('\n');
    this.warnings.push(
      ...lines.filter((line) => WARNING_LINE.test(line)).map((line) => `${who} warned ${line}`),
    );
    const errors = lines.filter((line) => ERROR_LINE.test(line));
    this.complaints.push(...errors.map((line) => `${who} logged ${line}`));
  }
}
