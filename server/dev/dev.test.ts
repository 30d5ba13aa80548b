// @module-tag processes
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isAlive } from '../src/embedded/process-identity.ts';
import { postgresPid } from '../testing/server-process.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COPIED = ['contract', 'scripts', 'server', 'viewer', 'web', 'package.json', 'package-lock.json'];
const LINKED = ['content', 'tsconfig.base.json'];
const WAIT = { timeout: 60_000, interval: 20 };

let copy: string;
/** A folder that PostgreSQL's account can access even if the tests run as root. */
let dataDir: string;
let port: number;
let dev: ChildProcess;
let output = '';

/** Copies the project, so that it can be edited. Packages except the workspaces are links. */
async function copyProject(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-dev-'));
  const isSource = (file: string) => !/\/(?:build|node_modules)$/.test(file);
  for (const part of COPIED) {
    await cp(path.join(ROOT, part), path.join(folder, part), { recursive: true, filter: isSource });
  }
  for (const part of LINKED) await symlink(path.join(ROOT, part), path.join(folder, part));
  const packages = path.join(ROOT, 'node_modules');
  await mkdir(path.join(folder, 'node_modules/@oriel'), { recursive: true });
  for (const name of await readdir(packages)) {
    if (name !== '@oriel') await symlink(path.join(packages, name), path.join(folder, 'node_modules', name));
  }
  for (const name of await readdir(path.join(packages, '@oriel'))) {
    await symlink(path.join(folder, name), path.join(folder, 'node_modules/@oriel', name));
  }
  return folder;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const get = (url: string) => fetch(`http://localhost:${port}${url}`);
const read = async (url: string) => (await get(url)).text();

/** Replaces text in a file of the copy. */
function edit(file: string, from: string, to: string): void {
  const place = path.join(copy, file);
  const source = readFileSync(place, 'utf8');
  expect(source).toContain(from);
  writeFileSync(place, source.replace(from, to));
}

beforeAll(async () => {
  copy = await copyProject();
  dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-dev-data-'));
  port = await freePort();
  dev = spawn(process.execPath, [path.join(copy, 'scripts/start.mjs'), 'dev'], {
    cwd: copy,
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_CONTENT: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (text) => (output += text));
  const ended = once(dev, 'exit').then(() => Promise.reject(new Error(output)));
  await Promise.race([vi.waitFor(() => expect(output).toContain('Oriel is ready'), WAIT), ended]);
});
afterAll(async () => {
  if (dev?.exitCode === null) {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
  for (const folder of [copy, dataDir]) await rm(folder, { recursive: true, force: true });
});

it('serves pages from their sources, with readable class names and a policy that allows no other inline script', async () => {
  const response = await get('/terms');
  const page = await response.text();
  expect(page).toContain('class="ui_skip-link__skip"');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("style-src 'self' 'unsafe-inline';");
  expect(policy).toMatch(/script-src 'self' 'sha256-[^;]*;/);
  expect(policy.replace(/style-src[^;]*/g, '')).not.toContain('unsafe');
  expect(await read('/src/root.tsx')).toContain('sourceMappingURL');
});

it('sends a changed page to open browsers and renders it', async () => {
  const [, token] = /const wsToken = "([^"]+)"/.exec(await read('/@vite/client')) ?? [];
  await read('/src/ui/skip-link.tsx');
  const messages: string[] = [];
  const socket = new WebSocket(`ws://localhost:${port}/?token=${token}`, 'vite-hmr');
  socket.onmessage = ({ data }) => messages.push(data);
  await vi.waitFor(() => expect(messages.join()).toContain('connected'), WAIT);
  edit('web/src/ui/skip-link.tsx', 'Skip to content', 'Go to content');
  await vi.waitFor(() => expect(messages.join()).toMatch(/"type":"update".*\/src\/ui\/skip-link\.tsx/), WAIT);
  socket.close();
  await vi.waitFor(async () => expect(await read('/terms')).toContain('Go to content'), WAIT);
});

it('restarts the server on the same database after changes of code and migrations', async () => {
  const account = { email: 'dev@example.com', password: 'look-before-you-book' };
  const post = (url: string, body: object) =>
    fetch(`http://localhost:${port}${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const details = { firstName: 'Dev', lastName: 'Eloper' };
  expect((await post('/api/auth/signup', { ...account, ...details })).status).toBe(200);
  const postgres = postgresPid(dataDir);
  writeFileSync(path.join(copy, 'server/migrations/9999_dev.sql'), "COMMENT ON SCHEMA public IS 'migrated';");
  edit(
    'server/src/http/health.ts',
    'import type { FastifyInstance }',
    "import { sql } from 'kysely';\nimport type { FastifyInstance }",
  );
  edit(
    'server/src/http/health.ts',
    "return { status: 'ok' }",
    "return { status: (await sql<{ text: string }>`SELECT obj_description('public'::regnamespace) AS text`.execute(db)).rows[0]?.text }",
  );
  await vi.waitFor(async () => expect(await read('/healthz')).toBe('{"status":"migrated"}'), WAIT);
  expect((await post('/api/auth/login', account)).status).toBe(200);
  expect(postgresPid(dataDir)).toBe(postgres);
  expect(await read('/terms')).toContain('Go to content');
});

it('survives requests that browsers cancel', async () => {
  const cancelled = Array.from({ length: 20 }, (_, index) =>
    fetch(`http://localhost:${port}/terms`, { signal: AbortSignal.timeout(5 * index) }).catch(
      () => undefined,
    ),
  );
  await Promise.all(cancelled);
  expect((await get('/terms')).status).toBe(200);
});

it('waits for a correction when the server does not start', async () => {
  appendFileSync(path.join(copy, 'server/src/http/health.ts'), 'const broken = ;\n');
  await vi.waitFor(async () => expect((await get('/healthz')).status).toBe(503), WAIT);
  edit('server/src/http/health.ts', 'const broken = ;\n', '');
  await vi.waitFor(async () => expect((await get('/healthz')).status).toBe(200), WAIT);
});

it('ends everything with Ctrl-C', async () => {
  const postgres = postgresPid(dataDir);
  dev.kill('SIGINT');
  expect(await once(dev, 'exit')).toEqual([0, null]);
  expect(isAlive(postgres)).toBe(false);
  expect(existsSync(path.join(dataDir, 'oriel.lock'))).toBe(false);
  await expect(get('/healthz')).rejects.toThrow();
});

it('never serves live pages in production', async () => {
  const server = spawn(process.execPath, [path.join(ROOT, 'server/dev/serve-live.ts')], {
    env: {
      ORIEL_MODE: 'production',
      PUBLIC_URL: 'https://tours.example',
      DATABASE_URL: 'postgres://oriel@127.0.0.1:1/oriel',
      SECRET_KEY: '9f86d081884c7d659a2feaa0c55ad015',
      SMTP_URL: 'smtps://oriel:hunter2@mail.example',
      MAIL_FROM: 'hello@tours.example',
      RAZORPAY_KEY_ID: 'rzp_live_oriel',
      RAZORPAY_KEY_SECRET: 'hunter2',
      RAZORPAY_WEBHOOK_SECRET: 'hunter22',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  server.stderr.on('data', (text) => (errors += text));
  expect(await once(server, 'close')).toEqual([1, null]);
  expect(errors).toBe('ORIEL_MODE: the development server does not run in production\n');
});
