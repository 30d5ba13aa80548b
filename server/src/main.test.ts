// @module-tag processes
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { copyDataDir } from '../testing/data-dir.ts';
import {
  connectionStringOf,
  postgresPid,
  type ServerProcess,
  spawnServer,
  startServer,
} from '../testing/server-process.ts';
import { keepViewing, viewCount } from '../testing/views.ts';
import { inTransaction, openDatabase } from './database/database.ts';
import { createExperience } from './features/catalogue/service.ts';

// All tests share one data folder, so each start uses the data of the previous one.
let dataDir: string;
let current: { server: ServerProcess; environment: string } | undefined;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-main-'));
});
afterAll(async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function stop(): Promise<void> {
  const stopped = current?.server;
  current = undefined;
  stopped?.child.kill('SIGTERM');
  await stopped?.exit;
}

/** All come from one IP. */
const MANY = { REACTIONS_PER_MINUTE: '1000000' };

/** The running server if it was started with this environment and still lives, else a new one. */
async function start(environment: Record<string, string> = MANY): Promise<ServerProcess> {
  const key = JSON.stringify(environment);
  const child = current?.server.child;
  const isRunning = child !== undefined && child.exitCode === null && child.signalCode === null;
  if (current !== undefined && isRunning && current.environment === key) return current.server;
  await stop();
  current = { server: await startServer(dataDir, environment), environment: key };
  return current.server;
}

/** @returns the slug of a new experience */
async function addExperience(): Promise<string> {
  const slug = `a-place-${randomBytes(4).toString('hex')}`;
  const db = openDatabase({ connectionString: connectionStringOf(dataDir), poolSize: 1 });
  await inTransaction(db, (tx) =>
    createExperience(tx, { slug, title: 'A place', description: 'A place to be.' }),
  );
  await db.destroy();
  return slug;
}

/** All required settings of production; none is connected to. */
const PRODUCTION = {
  ORIEL_MODE: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://tours.example',
  SECRET_KEY: randomBytes(32).toString('hex'),
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'hello@tours.example',
  RAZORPAY_KEY_ID: 'rzp_live_x',
  RAZORPAY_KEY_SECRET: 'a key secret',
  RAZORPAY_WEBHOOK_SECRET: 'a webhook secret',
};

describe('starting', { timeout: 300_000 }, () => {
  it('fails in production, naming the missing settings', async () => {
    const server = spawnServer({ DATA_DIR: dataDir, ORIEL_MODE: 'production' });
    expect(await server.exit).toBe(1);
    for (const name of [
      'DATABASE_URL',
      'PUBLIC_URL',
      'SECRET_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'RAZORPAY_KEY_ID',
      'RAZORPAY_KEY_SECRET',
      'RAZORPAY_WEBHOOK_SECRET',
    ]) {
      expect(server.output()).toContain(`${name}: is required`);
    }
    expect(server.output()).not.toContain('    at ');
  });

  it('fails in production on a database that has served as a demo', async () => {
    await start();
    const connectionString = connectionStringOf(dataDir);
    const db = openDatabase({ connectionString, poolSize: 1 });
    const order = { id: 'order_h4', amount: 19_900, currency: 'INR', notes: '{}' };
    await db.insertInto('razorpay_sandbox.orders').values(order).execute();
    await db.destroy();
    const server = spawnServer({
      ...PRODUCTION,
      DATA_DIR: path.join(dataDir, 'production'),
      DATABASE_URL: connectionString,
    });
    expect(await server.exit).toBe(1);
    expect(server.output()).toContain('sample@oriel.example');
    expect(server.output()).toContain('razorpay_sandbox');
    expect(server.output()).not.toContain('    at ');
  });

  it('fails a second time on the same data folder, and works in parallel on two', {
    timeout: 300_000,
  }, async () => {
    const first = await start();
    const second = spawnServer({ DATA_DIR: dataDir });
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`is running on ${dataDir}`);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    // L6: as root, PostgreSQL's account must traverse the data folder, but no other account can read it.
    expect(statSync(dataDir).mode & 0o066).toBe(0);
    for (const entry of readdirSync(dataDir)) {
      if (entry !== 'another') expect(statSync(path.join(dataDir, entry)).mode & 0o077, entry).toBe(0);
    }

    const another = path.join(dataDir, 'another');
    mkdirSync(another);
    copyDataDir(inject('templateDataDir'), another);
    const third = await startServer(another);
    expect(third.url).not.toBe(first.url);
    expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
    third.child.kill('SIGTERM');
    await third.exit;
  });

  it('reports a port that is in use', async () => {
    const { url } = await start();
    const second = spawnServer({ DATA_DIR: path.join(dataDir, 'another'), PORT: new URL(url).port });
    expect(await second.exit).toBe(1);
    expect(second.output()).toMatch(/Port \d+ is taken/);
  });

  it('ignores a lock whose process id belongs to another program now', async () => {
    await stop();
    const lock = { pid: process.pid, identity: 'another boot/1' };
    writeFileSync(path.join(dataDir, 'oriel.lock'), JSON.stringify(lock));
    expect((await fetch(`${(await start()).url}/readyz`)).status).toBe(200);
  });
});

describe('after a crash', { timeout: 300_000 }, () => {
  it.each([
    ['the server', ['server']],
    ['PostgreSQL and the server', ['postgres', 'server']],
    ['the server and PostgreSQL', ['server', 'postgres']],
  ])('of %s the next start succeeds and nothing acknowledged is lost', async (_, victims) => {
    const first = await start();
    const slug = await addExperience();
    const load = keepViewing(first.url, slug, 4);
    await vi.waitUntil(() => load.tally.acknowledged > 0, { timeout: 60_000 });
    const { acknowledged: early } = load.tally;
    // Views may lose the last second, but only with PostgreSQL.
    const hasDatabase = victims.includes('postgres');
    if (hasDatabase) await sleep(1_000);
    const database = postgresPid(dataDir);
    for (const victim of victims) {
      if (victim === 'server') first.child.kill('SIGKILL');
      else process.kill(database, 'SIGKILL');
    }
    await first.exit;
    await load.stop();

    const second = await start();
    const counted = await viewCount(second.url, slug);
    expect(counted).toBeGreaterThanOrEqual(hasDatabase ? early : load.tally.acknowledged);
    expect(counted).toBeLessThanOrEqual(load.tally.sent);
  });

  it('of PostgreSQL alone the server recovers within ten seconds and stays alive meanwhile', async () => {
    const server = await start();
    const slug = await addExperience();
    const load = keepViewing(server.url, slug, 2);
    await vi.waitUntil(() => load.tally.acknowledged > 0, { timeout: 60_000 });
    const { acknowledged: early } = load.tally;
    await sleep(1_000);
    process.kill(postgresPid(dataDir), 'SIGKILL');
    await sleep(50);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const began = Date.now();
    while ((await fetch(`${server.url}/readyz`)).status !== 200) {
      expect(Date.now() - began).toBeLessThan(10_000);
      await sleep(50);
    }
    await load.stop();
    const statuses = [...load.tally.statuses.keys()];
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await viewCount(server.url, slug)).toBeGreaterThanOrEqual(early);
  });
});

describe('stopping', { timeout: 300_000 }, () => {
  it('C6 completes every accepted request, and exits in time', async () => {
    const server = await start();
    const slug = await addExperience();
    const load = keepViewing(server.url, slug, 16);
    // On a busy machine some connections may still wait to be accepted.
    await vi.waitUntil(() => load.tally.acknowledged > 160, { timeout: 15_000 });
    const began = Date.now();
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    await load.stop();
    // Later requests fail to connect. A lost accepted request fails in another way.
    const isLost = (error: unknown) =>
      (error as { cause?: { syscall?: string } }).cause?.syscall !== 'connect';
    expect(load.tally.failures.filter(isLost)).toEqual([]);
    expect([...load.tally.statuses.keys()]).toEqual([200]);

    const second = await start();
    expect(await viewCount(second.url, slug)).toBe(load.tally.acknowledged);
  });

  it('waits for a request whose body is still on its way', async () => {
    const server = await start();
    const slug = await addExperience();
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const head = `POST /api/vr360/${slug}/view HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nexpect: 100-continue\r\n`;
    socket.write(`${head}content-length: 2\r\n\r\n{`);
    let response = '';
    socket.setEncoding('utf8').on('data', (text) => {
      response += text;
    });
    // The server has read the headers and waits for the body.
    await vi.waitUntil(() => response.startsWith('HTTP/1.1 100 Continue'), { timeout: 10_000 });
    server.child.kill('SIGTERM');
    await sleep(2_000);
    socket.write('}');
    const began = Date.now();
    expect(await server.exit).toBe(0);
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(response).toMatch(/^HTTP\/1.1 200 /m);
  });

  it('leaves no process and no temporary file behind, and waits for no connection that sent nothing', async () => {
    const server = await start();
    const database = postgresPid(dataDir);
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    server.child.kill('SIGINT');
    expect(await server.exit).toBe(0);
    await closed;
    expect(() => process.kill(database, 0)).toThrow('ESRCH');
    expect(() => postgresPid(dataDir)).toThrow('ENOENT');
  });
});

describe('the log', { timeout: 300_000 }, () => {
  it('has a request id on every line about a request, and no secrets; neither have the spans that are sent', async () => {
    const sent: string[] = [];
    const receiver = createServer(async (request, response) => {
      sent.push(await text(request));
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    const server = await start({
      LOG_LEVEL: 'trace',
      SECRET_KEY: 'secret-key-0123456789-0123456789-0123',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret-for-traces',
    });
    const response = await fetch(
      `${server.url}/api/vr360?token=secret-in-url&refreshToken=secret-refresh&x=1&code=secret-code`,
      { headers: { authorization: 'Bearer secret-bearer', cookie: 'session=secret-cookie' } },
    );
    expect(response.status).toBe(401);
    await fetch(`${server.url}/media/s/secret-media-token/asset/file.jpg`);
    const requests = await vi.waitFor(
      () => {
        // The last may not be complete.
        const lines = server.output().split('\n').slice(0, -1).filter(Boolean);
        const found = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request');
        expect(found).toHaveLength(2);
        return found;
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(requests[0]).toMatchObject({
      reqId: response.headers.get('x-request-id'),
      req: { method: 'GET', url: expect.stringContaining('x=1') },
      res: { status: 401 },
    });
    await stop();
    receiver.close();
    expect(server.output()).not.toContain('secret-');
    for (const { spanId } of requests) expect(sent.join()).toContain(spanId);
    expect(sent.join()).not.toContain('secret-');
  });
});
