import { constants, globSync } from 'node:fs';
import path from 'node:path';
import { findProgram, isAccessible, MissingPrograms } from '../find-program.ts';
import { postgresFolder } from '../postgres-folder.ts';

const NGINX_SCRIPTS = 'ngx_http_js_module.so';

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

function findPostgres(): string | undefined {
  const folder = postgresFolder();
  return folder !== undefined && isAccessible(path.join(folder, 'initdb'), constants.X_OK)
    ? folder
    : undefined;
}

/** Finds all programs that a cluster needs. @throws {MissingPrograms} */
export function findPrograms(): Programs {
  const places = {
    etcd: { file: findProgram('etcd'), packages: 'etcd-server' },
    // The package of Patroni is content with a client of Consul.
    patroni: { file: findProgram('patroni'), packages: 'patroni python3-etcd' },
    haproxy: { file: findProgram('haproxy'), packages: 'haproxy' },
    pgbouncer: { file: findProgram('pgbouncer'), packages: 'pgbouncer' },
    nginx: { file: findProgram('nginx'), packages: 'nginx' },
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
