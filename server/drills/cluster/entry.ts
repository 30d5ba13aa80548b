import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../testing/free-port.ts';
import { ROOT } from '../revision.ts';
import { Daemon } from './daemon.ts';
import { type Node, PASSWORD } from './postgres-cluster.ts';
import type { Programs } from './programs.ts';
import { fillShipped } from './shipped.ts';

/** HAProxy with `deploy/haproxy/haproxy.cfg`. @returns it and the port that leads to the primary */
export async function createHaproxy({ haproxy }: Programs, folder: string, nodes: readonly Node[]) {
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  const servers = nodes.map(
    (node, index) =>
      [
        `10.0.0.1${index + 1}:5432 check port 8008`,
        `127.0.0.1:${node.port} check port ${node.apiPort}`,
      ] as const,
  );
  writeFileSync(
    file,
    fillShipped('haproxy/haproxy.cfg', [
      ...servers,
      ['127.0.0.1:5000', `127.0.0.1:${port}`],
      ['127.0.0.1:5001', `127.0.0.1:${await freePort()}`],
      ['127.0.0.1:8405', `127.0.0.1:${await freePort()}`],
    ]),
  );
  const daemon = new Daemon({
    file: haproxy,
    args: ['-db', '-f', file],
    log: path.join(folder, 'haproxy.log'),
  });
  return { daemon, port };
}

/** Whether this PgBouncer carries prepared statements. */
function carriesPrepared(pgbouncer: string): boolean {
  const version = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(pgbouncer, ['--version'], { encoding: 'utf8' }));
  return Number(version?.[1]) > 1 || Number(version?.[2]) >= 21;
}

/** PgBouncer with `deploy/pgbouncer/pgbouncer.ini`. @param primary HAProxy's port @returns it and its port */
export async function createPgbouncer({ pgbouncer }: Programs, folder: string, primary: number) {
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const users = path.join(folder, 'userlist.txt');
  writeFileSync(users, `"oriel" "${PASSWORD}"\n"pgbouncer" "${PASSWORD}"\n`);
  writeFileSync(
    file,
    fillShipped('pgbouncer/pgbouncer.ini', [
      ['host=127.0.0.1 port=5000', `host=127.0.0.1 port=${primary}`],
      ['listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`],
      ['/etc/pgbouncer/userlist.txt', users],
      ...(carriesPrepared(pgbouncer) ? [] : ([['max_prepared_statements = 200\n', '']] as const)),
    ]),
  );
  const daemon = new Daemon({ file: pgbouncer, args: [file], log: path.join(folder, 'pgbouncer.log') });
  return { daemon, port };
}

/**
 * nginx with `deploy/nginx`, without TLS.
 *
 * @param webPorts of the web processes
 * @param mediaKey what `npm run media-key` prints
 * @returns it and its URL
 */
export async function createNginx(
  { nginx, nginxScripts }: Programs,
  folder: string,
  { port, webPorts, mediaKey }: { port: number; webPorts: readonly number[]; mediaKey: string },
) {
  const place = path.join(folder, 'nginx');
  cpSync(path.join(ROOT, 'deploy/nginx'), place, { recursive: true });
  mkdirSync(path.join(place, 'oriel'));
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(
    path.join(place, 'secrets.conf'),
    `set $oriel_media_key "${mediaKey}";\nset $oriel_origin "${url}";\n`,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `    ${name}_temp_path ${place}/${name};\n`)
    .join('');
  const upstreams = webPorts
    .map((each) => `        server 127.0.0.1:${each} max_fails=2 fail_timeout=5s;\n`)
    .join('');
  const shipped = (name: string) => `        server 127.0.0.1:${name} max_fails=2 fail_timeout=5s;\n`;
  const certificates = ['certificate', 'certificate_key'].map(
    (name, index) =>
      [`        ssl_${name} /etc/nginx/oriel/tours.example.${index === 0 ? 'pem' : 'key'};\n`, ''] as const,
  );
  const places = [
    ['/etc/nginx/oriel', place],
    ['/var/log/nginx', place],
  ] as const;
  const changes: Record<string, readonly (readonly [string, string])[]> = {
    'nginx.conf': [
      ['modules/ngx_http_js_module.so', nginxScripts],
      ['user www-data;', process.getuid?.() === 0 ? 'user nobody nogroup;' : ''],
      ['worker_processes auto;', 'worker_processes 2; daemon off;'],
      ['/run/nginx.pid', `${place}/nginx.pid`],
      // The clients are on this machine, but stand for many: the load says for whom.
      [
        '    server_tokens off;\n',
        `    server_tokens off;\n    set_real_ip_from 127.0.0.0/8;\n    real_ip_header X-Forwarded-For;\n    access_log off;\n${temporary}`,
      ],
      [shipped('3000'), upstreams],
      [shipped('3001'), ''],
      ['listen 80 default_server;', `listen 127.0.0.1:${await freePort()};`],
      ...certificates,
      [
        '        listen 443 ssl http2;\n        server_name tours.example;',
        `        listen 127.0.0.1:${port} default_server;`,
      ],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
      ...places,
    ],
    'oriel-http.conf': [['/var/cache/nginx', place]],
    'oriel-media.conf': [['/var/log/nginx', place]],
  };
  for (const name of readdirSync(place)) {
    const filling = changes[name];
    if (filling !== undefined) writeFileSync(path.join(place, name), fillShipped(`nginx/${name}`, filling));
  }
  const daemon = new Daemon({
    file: nginx,
    args: ['-p', place, '-c', path.join(place, 'nginx.conf')],
    log: path.join(folder, 'nginx.log'),
    keepsAccount: true,
  });
  return { daemon, url };
}
