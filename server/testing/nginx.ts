import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

const SHIPPED = fileURLToPath(new URL('../../deploy/nginx/', import.meta.url));
const PROGRAM = '/usr/sbin/nginx';
const SCRIPTS = '/usr/lib/nginx/modules/ngx_http_js_module.so';
const START_TIMEOUT_MS = 30_000;

/** Whether nginx and its scripts are installed (Debian: nginx, libnginx-mod-http-js). */
export const hasNginx = existsSync(PROGRAM) && existsSync(SCRIPTS);

export interface Edge {
  /** Without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** Copies the shipped files to a folder, with its paths in place of the system's. */
function copyShipped(folder: string): void {
  cpSync(SHIPPED, folder, { recursive: true });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.conf'))) {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8')
      .replaceAll('/etc/nginx/oriel', folder)
      .replaceAll(/\/var\/(?:cache|log)\/nginx/g, folder);
    writeFileSync(file, text);
  }
}

/** The shipped configuration of media, in front of one process, without TLS. */
function configuration(folder: string, port: number, upstream: string): string {
  const asRoot = process.getuid?.() === 0 ? 'user root;' : '';
  return `
    load_module ${SCRIPTS};
    ${asRoot}
    daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log warn;
    events { worker_connections 512; }
    http {
      access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      js_path ${folder}/;
      include ${folder}/oriel-http.conf;
      upstream oriel { server ${upstream}; keepalive 8; }
      server {
        listen 127.0.0.1:${port};
        include ${folder}/secrets.conf;
        include ${folder}/oriel-media.conf;
        location / { return 404; }
      }
    }`;
}

async function untilListening(url: string, child: ChildProcess, errors: () => string): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; ) {
    if (child.exitCode !== null) break;
    const response = await fetch(url).catch(() => undefined);
    if (response !== undefined) return;
    await sleep(50);
  }
  throw new Error(`nginx does not start: ${errors()}`);
}

/**
 * Starts nginx with the shipped configuration of media.
 *
 * @param upstream host and port of the process behind it
 * @param mediaKey what `npm run media-key` prints
 * @param publicUrl the origin of the pages that may read gated media
 */
export async function startEdge(upstream: string, mediaKey: string, publicUrl: string): Promise<Edge> {
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-edge-'));
  copyShipped(folder);
  mkdirSync(path.join(folder, 'oriel'), { recursive: true });
  writeFileSync(
    path.join(folder, 'secrets.conf'),
    `set $oriel_media_key "${mediaKey}";\nset $oriel_origin "${publicUrl}";\n`,
  );
  const port = await freePort();
  const file = path.join(folder, 'whole.conf');
  writeFileSync(file, configuration(folder, port, upstream));
  const child = spawn(PROGRAM, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    child.kill('SIGQUIT');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilListening(url, child, () => errors);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}
