import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { APPLICATION, connectionStringOf, credentialsOf, secureCluster } from './access.ts';
import { type Account, accountForPostgres, canReach } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { clusterParent, SHARED_STATE } from './data-folder.ts';
import { initialise, SUPERUSER } from './initialise.ts';
import { endOrphanedServer } from './orphaned-server.ts';
import { transferOwnership } from './ownership.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

/** The major version that this release brings. */
export const POSTGRES_MAJOR = '18';
const DATABASE = 'oriel';
const START_TIMEOUT_MS = 60_000;
const RESTART_DELAY_MS = 200;
const MAX_RESTART_DELAY_MS = 2_000;
const MAX_LOG_BYTES = 10 * 1024 * 1024;

export interface EmbeddedOptions {
  /** Absolute path of the data folder, which the caller has locked. */
  dataDir: string;
  /** False trades durability for speed, for tests. */
  durable: boolean;
  /** For how long a start that fails is tried again before that is an error; a minute by default. */
  startTimeoutMs?: number;
  /** Called with events that operators need to know. */
  report: (message: string, details?: Record<string, unknown>) => void;
}

export interface EmbeddedPostgres {
  /** For the application's own database, as the role that owns it. */
  connectionString: string;
  /** For another database of the same server, as the superuser. */
  connectionStringFor(database: string): string;
  /** Shuts the server down: open transactions are rolled back, everything else is on disk. */
  stop(): Promise<void>;
}

/** Creates a folder for the server's Unix socket, private to its account. Paths of sockets must be short. */
async function createSocketFolder(account: Account | undefined): Promise<string> {
  const base = [tmpdir(), '/tmp', '/var/tmp'].find(
    (folder) => folder.length < 60 && existsSync(folder) && canReach(account, folder),
  );
  if (base === undefined) throw new Error('There is no folder for temporary files that PostgreSQL can use.');
  const folder = await mkdtemp(path.join(base, 'oriel-pg-'));
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  return folder;
}

function serverArguments(cluster: string, socketFolder: string, durable: boolean): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: 200,
    shared_buffers: '128MB',
    jit: 'off',
    // One call instead of one per file: recovery after a crash takes half a second instead of several.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    ...(durable
      ? { fsync: 'on', synchronous_commit: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(file, `${file}.old`);
  return openSync(file, 'a', 0o600);
}

async function withClient(
  connectionString: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates the application's database, owned by its role, at the first start. */
async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${APPLICATION}`);
}

/** Waits until the server accepts connections, then prepares the application's database. */
async function waitUntilUsable(
  connectionStringFor: (database: string) => string,
  exited: () => boolean,
): Promise<void> {
  const began = Date.now();
  for (;;) {
    try {
      await withClient(connectionStringFor('postgres'), ensureDatabase);
      return await withClient(connectionStringFor(DATABASE), (client) =>
        transferOwnership(client, DATABASE, APPLICATION),
      );
    } catch (error) {
      if (exited() || Date.now() - began > START_TIMEOUT_MS) throw error;
      // A normal start takes milliseconds, recovery after a crash seconds.
      await sleep(Date.now() - began < 1_000 ? 25 : 200);
    }
  }
}

/**
 * Starts the PostgreSQL of the npm packages, as the current account or, for root, as an unprivileged one. First stops a
 * server that a crash left running on the same data. Restarts the server when it dies, however often that fails.
 *
 * @throws {Error} when it does not start, or the data belong to another major version
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable, startTimeoutMs = START_TIMEOUT_MS, report } = options;
  refuseUnfinishedRestore(dataDir);
  const account = accountForPostgres();
  const parent = clusterParent(dataDir, account);
  const cluster = path.join(parent, 'cluster');
  const binaries = postgresBinaries(account, account === undefined ? dataDir : SHARED_STATE);
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
    report('preparing the embedded database');
    await initialise(binaries, cluster, account, durable);
  }
  const major = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (major !== POSTGRES_MAJOR)
    throw new Error(
      `The data in ${cluster} belong to PostgreSQL ${major}, and this release brings ${POSTGRES_MAJOR}: ` +
        'move them with the release before, as docs/operation/moving.md says.',
    );
  await endOrphanedServer(cluster, report);
  const credentials = credentialsOf(dataDir);
  await secureCluster(binaries, cluster, account, credentials);

  const socketFolder = await createSocketFolder(account);
  const logFile = path.join(dataDir, 'postgres.log');
  const connectionStringFor = (database: string) =>
    connectionStringOf(socketFolder, credentials, SUPERUSER, database);
  let child: ChildProcess | undefined;
  let stopping = false;

  async function launch(): Promise<void> {
    const log = openLog(logFile);
    let ended = false;
    // Detached: Ctrl-C in a terminal must not stop the database while requests are being finished.
    const server = spawn(
      path.join(binaries, 'bin', 'postgres'),
      serverArguments(cluster, socketFolder, durable),
      {
        cwd: '/',
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', log, log],
        detached: true,
        ...account,
      },
    );
    closeSync(log);
    child = server;
    server.once('error', () => {
      ended = true;
    });
    server.once('exit', () => {
      ended = true;
    });
    await waitUntilUsable(connectionStringFor, () => ended);
    server.once('exit', (code, signal) => {
      if (!stopping) void relaunch({ code, signal });
    });
    if (ended && !stopping) throw new Error('PostgreSQL ended right after it had started');
  }

  /** The children of a killed server may hold its memory for a moment, so first attempts can fail. */
  async function launchWithRetries(): Promise<void> {
    const deadline = Date.now() + startTimeoutMs;
    for (let delay = RESTART_DELAY_MS; ; delay = Math.min(2 * delay, MAX_RESTART_DELAY_MS)) {
      try {
        return await launch();
      } catch (error) {
        if (stopping) return;
        if (Date.now() > deadline) {
          throw new Error(`The embedded PostgreSQL does not start; see ${logFile}`, { cause: error });
        }
        await sleep(delay);
      }
    }
  }

  /** Tries for as long as it takes: a disk that is full has room again once somebody has come. */
  async function relaunch(details: Record<string, unknown>): Promise<void> {
    report('the embedded PostgreSQL ended; restarting it', details);
    while (!stopping) {
      try {
        await launchWithRetries();
        return report('restarted the embedded PostgreSQL');
      } catch (error) {
        report('failed to restart the embedded PostgreSQL; trying again', { err: error });
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    const server = child;
    if (server !== undefined && server.exitCode === null && server.signalCode === null) {
      const exited = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await exited;
    }
    rmSync(socketFolder, { recursive: true, force: true });
  }

  await launchWithRetries();
  const connectionString = connectionStringOf(socketFolder, credentials, APPLICATION, DATABASE);
  return { connectionString, connectionStringFor, stop };
}
