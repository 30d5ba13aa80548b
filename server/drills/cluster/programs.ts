import { accessSync, constants, globSync } from 'node:fs';
import path from 'node:path';
import { postgresFolder } from '../postgres-folder.ts';

/** Where Debian has programs that are not on the PATH of every account. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin'];
const NGINX_SCRIPTS = 'ngx_http_js_module.so';

/** Programs of the drill are not installed; the message says which, and how to install them. */
export class MissingPrograms extends Error {}

/** Absolute paths. */
export interface Programs {
  etcd: string;
  patroni: string;
  haproxy: string;
  pgbouncer: string;
  nginx: string;
  /** The module of nginx that runs scripts. */
  nginxScripts: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
}

function isReadable(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

function find(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...SYSTEM_FOLDERS];
  return folders
    .map((folder) => path.join(folder, name))
    .find((file) => path.isAbsolute(file) && isReadable(file, constants.X_OK));
}

function findPostgres(): string | undefined {
  const folder = postgresFolder();
  return folder !== undefined && isReadable(path.join(folder, 'initdb'), constants.X_OK) ? folder : undefined;
}

/** Finds all programs that a cluster needs. @throws {MissingPrograms} */
export function findPrograms(): Programs {
  const places = {
    etcd: { file: find('etcd'), packages: 'etcd-server' },
    // The package of Patroni is content with a client of Consul.
    patroni: { file: find('patroni'), packages: 'patroni python3-etcd' },
    haproxy: { file: find('haproxy'), packages: 'haproxy' },
    pgbouncer: { file: find('pgbouncer'), packages: 'pgbouncer' },
    nginx: { file: find('nginx'), packages: 'nginx' },
    nginxScripts: {
      file: globSync(`/usr/lib*/nginx/modules/${NGINX_SCRIPTS}`)[0],
      packages: 'libnginx-mod-http-js',
    },
    postgres: { file: findPostgres(), packages: 'postgresql' },
  };
  const missing = Object.entries(places).filter(([, { file }]) => file === undefined);
  if (missing.length > 0) {
    const names = missing.map(([name]) => (name === 'nginxScripts' ? NGINX_SCRIPTS : name)).join(', ');
    const packages = missing.map(([, place]) => place.packages).join(' ');
    throw new MissingPrograms(`Missing: ${names}. On Debian: apt-get install ${packages}`);
  }
  return Object.fromEntries(
    Object.entries(places).map(([name, { file }]) => [name, file]),
  ) as unknown as Programs;
}
