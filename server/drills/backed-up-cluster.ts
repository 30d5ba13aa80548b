import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountForPostgres } from '../src/embedded/account.ts';
import { freePort } from '../testing/free-port.ts';
import { MissingPrograms } from './find-program.ts';
import { postgresFolder } from './postgres-folder.ts';

/** @throws {MissingPrograms} */
function postgresPrograms(): string {
  const folder = postgresFolder();
  if (folder === undefined)
    throw new MissingPrograms(
      "PostgreSQL's programs are missing (Debian: postgresql), or name their folder in PG_BIN.",
    );
  return folder;
}

/** A PostgreSQL of Debian's on a port of the loopback interface, whose log pgBackRest archives into a folder beside it. */
export interface BackedUpCluster {
  connectionString: string;
  /** Takes a full backup. */
  backUp(): void;
  /** Ends PostgreSQL as a lost machine does, and takes its files away. */
  lose(): void;
  /** Restores from the archive alone, and promotes. @param target by default all that was archived */
  restore(target?: Date): void;
  /** Stops PostgreSQL and removes everything. */
  close(): void;
}

/** Starts one, with the settings of `deploy/patroni` and `deploy/pgbackrest` that concern archiving. @throws {MissingPrograms} */
export async function startBackedUpCluster(): Promise<BackedUpCluster> {
  const programs = postgresPrograms();
  const account = accountForPostgres();
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-restore-'));
  const data = path.join(folder, 'cluster');
  const port = await freePort();
  const own = (place: string) => account && chownSync(place, account.uid, account.gid);
  chmodSync(folder, 0o700);
  own(folder);
  for (const name of ['repository', 'spool', 'log', 'lock', 'sockets']) {
    mkdirSync(path.join(folder, name));
    own(path.join(folder, name));
  }
  const configuration = path.join(folder, 'pgbackrest.conf');
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const backrest = (...args: string[]) =>
    run('pgbackrest', `--config=${configuration}`, '--stanza=oriel', ...args);
  const postgres = (name: string, ...args: string[]) => run(path.join(programs, name), ...args);
  const start = () =>
    postgres('pg_ctl', '-D', data, '-l', path.join(folder, 'log/postgres.log'), '-w', 'start');
  const stop = (mode: 'fast' | 'immediate') => postgres('pg_ctl', '-D', data, '-m', mode, '-w', 'stop');
  const close = () => {
    if (existsSync(path.join(data, 'postmaster.pid'))) stop('fast');
    rmSync(folder, { recursive: true, force: true });
  };
  writeFileSync(
    configuration,
    `[global]
repo1-path=${folder}/repository
repo1-retention-full=4
repo1-bundle=y
compress-type=zst
start-fast=y
archive-async=y
spool-path=${folder}/spool
log-path=${folder}/log
lock-path=${folder}/lock
log-level-console=warn
[oriel]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${folder}/sockets
pg1-user=oriel
`,
  );
  try {
    try {
      run('pgbackrest', 'version');
    } catch {
      throw new MissingPrograms('pgBackRest is missing (Debian: pgbackrest).');
    }
    const options = ['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums'];
    postgres('initdb', '-D', data, '-U', 'oriel', ...options);
    appendFileSync(
      path.join(data, 'postgresql.conf'),
      `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}/sockets'
wal_level = replica
archive_mode = on
archive_command = 'pgbackrest --config=${configuration} --stanza=oriel archive-push %p'
archive_timeout = 60s
`,
    );
    start();
    postgres('createdb', '-h', `${folder}/sockets`, '-p', `${port}`, '-U', 'oriel', 'oriel');
    backrest('stanza-create');
  } catch (error) {
    close();
    throw error;
  }
  return {
    connectionString: `postgres://oriel@127.0.0.1:${port}/oriel`,
    backUp: () => backrest('--type=full', 'backup'),
    lose() {
      stop('immediate');
      rmSync(data, { recursive: true });
    },
    restore(target) {
      mkdirSync(data, { mode: 0o700 });
      own(data);
      const time = target?.toISOString().replace('T', ' ').replace('Z', '+00');
      const point = time === undefined ? [] : ['--type=time', `--target=${time}`, '--target-action=promote'];
      backrest(...point, 'restore');
      start();
    },
    close,
  };
}
