// @module-tag processes
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createDataDir } from '../../testing/data-dir.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '../../testing/mail-server.ts';
import { connectionStringOf, type ServerProcess, startServer } from '../../testing/server-process.ts';
import { openDatabase } from '../database/database.ts';
import { SAMPLE_MEMBER } from '../demo/member.ts';

/** Less than a silent mail server is waited for. */
const PROMPT_MS = 4_000;

// One data folder and one address of a mail server serve all tests.
let dataDir: string;
let port: number;
const mailServers: MailServer[] = [];
const servers: ServerProcess[] = [];

beforeAll(async () => {
  dataDir = createDataDir(inject('templateDataDir'));
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  port = (probe.address() as AddressInfo).port;
  probe.close();
});
afterEach(async () => {
  for (const server of mailServers.splice(0)) await server.close();
});
afterAll(async () => {
  for (const { child, exit } of servers) {
    child.kill('SIGTERM');
    await exit;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function openMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer({ port, ...options });
  mailServers.push(server);
  return server;
}

async function start(): Promise<ServerProcess> {
  const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'hello@tours.example' };
  const server = await startServer(dataDir, environment, { isImpatient: true });
  servers.push(server);
  return server;
}

/** Has a code sent to the sample member. @returns how long the answer took, in milliseconds */
async function requestCode({ url }: ServerProcess): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/auth/otp/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'email', purpose: 'login', email: SAMPLE_MEMBER.email }),
  });
  expect(answer.status).toBe(200);
  return performance.now() - began;
}

async function query<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
  const db = openDatabase({ connectionString: connectionStringOf(dataDir), poolSize: 1 });
  const { rows } = await statement.execute(db);
  await db.destroy();
  return rows;
}

/** Lets as many codes be sent again as it takes. */
const forgetLimits = () => query(sql`DELETE FROM rate_limits`);

const arrival = (server: MailServer, count = 1) =>
  vi.waitUntil(() => server.received.length >= count, { timeout: 60_000, interval: 50 });

describe('sending mails', { timeout: 120_000 }, () => {
  it('reaches a mail server, with a text part, an HTML part and our sender', async () => {
    const server = await start();
    const mailServer = await openMailServer();
    await requestCode(server);
    await arrival(mailServer);
    const [mail] = mailServer.received;
    expect(mail?.to).toEqual([SAMPLE_MEMBER.email]);
    expect(mail?.source).toMatch(/^From: Oriel <hello@tours\.example>\r$/m);
    expect(mail?.source).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(mail?.source).toMatch(/^ {4}\d{6}\r$/m);
  });

  it('D1 holds up no request while the mail server refuses connections', async () => {
    const [server] = servers as [ServerProcess];
    expect(await requestCode(server)).toBeLessThan(PROMPT_MS);
    await vi.waitUntil(() => server.output().includes('a job failed'), { timeout: 20_000 });
    const mailServer = await openMailServer();
    await arrival(mailServer);
    expect(mailServer.received).toHaveLength(1);
  });

  it('D1 holds up no request while it takes connections and says nothing', async () => {
    const [server] = servers as [ServerProcess];
    const silent = createServer(() => undefined).listen(port, '127.0.0.1');
    const connected = once(silent, 'connection');
    expect(await requestCode(server)).toBeLessThan(PROMPT_MS);
    const [socket] = await connected;
    // While it waits for the greeting, others are served.
    await forgetLimits();
    expect(await requestCode(server)).toBeLessThan(PROMPT_MS);
    await once(socket, 'close');
    await new Promise((resolve) => silent.close(resolve));
    const mailServer = await openMailServer();
    await arrival(mailServer, 2);
  });

  it('D1 holds up no request while it takes long for each mail', async () => {
    const [server] = servers as [ServerProcess];
    await forgetLimits();
    const answered = Promise.withResolvers<void>();
    const mailServer = await openMailServer({ beforeAccepting: () => answered.promise });
    const times = [await requestCode(server), await requestCode(server), await requestCode(server)];
    expect(Math.max(...times)).toBeLessThan(PROMPT_MS);
    expect(mailServer.received).toEqual([]);
    answered.resolve();
    await arrival(mailServer, 3);
  });

  it('C7 goes on after the server was killed in the middle of it: no mail is lost', async () => {
    const [server] = servers as [ServerProcess];
    await forgetLimits();
    const halfway = Promise.withResolvers<void>();
    const mailServer = await openMailServer({
      beforeAccepting: async () => {
        halfway.resolve();
        await new Promise(() => undefined);
      },
    });
    await requestCode(server);
    await requestCode(server);
    await halfway.promise;
    server.child.kill('SIGKILL');
    await server.exit;
    servers.splice(0);
    expect(mailServer.received).toEqual([]);
    await mailServers.pop()?.close();

    const working = await openMailServer();
    await start();
    // As if so long had passed since the killed process showed that it lives.
    await query(sql`
      UPDATE pgboss.job SET heartbeat_on = heartbeat_on - heartbeat_seconds * interval '1 second' WHERE state = 'active'
    `);
    await arrival(working, 2);
    const left = () => query(sql`SELECT name FROM pgboss.job`);
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  });

  it('leaves nothing behind when it is stopped while the mail server is silent', async () => {
    const [server] = servers as [ServerProcess];
    await forgetLimits();
    const silent = createServer(() => undefined).listen(port, '127.0.0.1');
    const connected = once(silent, 'connection');
    await requestCode(server);
    await connected;
    const began = Date.now();
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    servers.splice(0);
    silent.close();
  });
});
