import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { picture, tile } from './pictures.ts';
import { builtPage, drawnPictures, type TestPage } from './prepare.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.webm': 'video/webm',
};
/** As strict as the product's: scripts and workers from the site's own files alone. */
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self'; media-src 'self'; img-src data:";

export interface Site {
  /** Of the built page. */
  folder: string;
  origin: string;
  /** Paths of the media asked for, in order. */
  requests: string[];
  /** How many of them have no response yet. */
  pending: number;
  /** Called before each media answer: a status other than 200 is sent in its place. */
  answer: (url: URL, attempt: number) => number | Promise<number>;
  close(): Promise<void>;
}

/** Draws a picture, unless another worker has: that takes longer than most tests. */
async function drawOnce(name: string, draw: () => Promise<Buffer> | undefined): Promise<Buffer | undefined> {
  const file = path.join(drawnPictures(), encodeURIComponent(name));
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const picture = await draw();
  if (!picture) return undefined;
  // Others see all of it or nothing.
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, picture);
  await rename(part, file);
  return picture;
}

/** The page under test and its media. */
export async function startSite(page: TestPage = 'page'): Promise<Site> {
  const folder = builtPage(page);
  const attempts = new Map<string, number>();
  const site: Site = {
    folder,
    origin: '',
    requests: [],
    pending: 0,
    answer: () => 200,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const drawn = new Map<string, Promise<Buffer | undefined>>();
  const media = (pathname: string): Promise<Buffer | undefined> => {
    const picture = drawn.get(pathname) ?? draw(pathname);
    drawn.set(pathname, picture);
    return picture;
  };
  const draw = async (pathname: string): Promise<Buffer | undefined> => {
    const [, , kind = '', level, name = ''] = pathname.split('/');
    if (kind.endsWith('.webm')) return readFile(path.join(import.meta.dirname, 'media', path.basename(kind)));
    if (kind.endsWith('.png')) return drawOnce(kind, () => picture(path.basename(kind, '.png'), 2048));
    const [row, column] = name.replace('.png', '').split('_');
    return drawOnce(pathname, () => tile(kind, Number(level), Number(row), Number(column)));
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://site');
    if (!url.pathname.startsWith('/media/')) {
      const name = url.pathname === '/' ? '/index.html' : url.pathname;
      const body = await readFile(path.join(folder, name));
      const type = TYPES[path.extname(name)];
      response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body);
      return;
    }
    site.requests.push(url.pathname + url.search);
    site.pending += 1;
    response.once('close', () => {
      site.pending -= 1;
    });
    const attempt = (attempts.get(url.href) ?? 0) + 1;
    attempts.set(url.href, attempt);
    const status = await site.answer(url, attempt);
    const body = status === 200 ? await media(url.pathname) : undefined;
    if (!body) {
      response.writeHead(status === 200 ? 404 : status).end();
      return;
    }
    sendRange(request, response, body, TYPES[path.extname(url.pathname)] ?? '');
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return site;
}

/** Browsers seek in videos by byte ranges. */
function sendRange(request: IncomingMessage, response: ServerResponse, body: Buffer, type: string): void {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  const end = range?.[2] ? Number(range[2]) : body.length - 1;
  response.writeHead(range ? 206 : 200, {
    'content-type': type,
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
    'content-range': `bytes ${start}-${end}/${body.length}`,
    'content-length': end - start + 1,
  });
  response.end(body.subarray(start, end + 1));
}
