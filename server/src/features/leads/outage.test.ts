// @module-tag processes
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createDataDir } from '../../../testing/data-dir.ts';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { connectionStringOf, type ServerProcess, startServer } from '../../../testing/server-process.ts';

const SITE = 'hello@oriel.example';
let folders: [one: string, other: string];
let port: number;
let mailServer: MailServer | undefined;
const servers: ServerProcess[] = [];

const environment = () => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'hello@tours.example',
  TRUSTED_PROXIES: '127.0.0.1',
  // Processes of one installation share the key.
  SECRET_KEY: 'a key that two processes share, long enough',
});

beforeAll(async () => {
  folders = [createDataDir(inject('templateDataDir')), mkdtempSync(path.join(tmpdir(), 'oriel-leads-'))];
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  port = (probe.address() as AddressInfo).port;
  probe.close();
  servers.push(await startServer(folders[0], environment(), { isImpatient: true }));
}, 180_000);
afterAll(async () => {
  for (const { child, exit } of servers.reverse()) {
    child.kill('SIGTERM');
    await exit;
  }
  await mailServer?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Timing {
  status: number;
  milliseconds: number;
}

/** Sends a form from an IP. */
async function send(server: ServerProcess, body: object, from: string): Promise<Timing> {
  const startedAt = performance.now();
  const response = await fetch(`${server.url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { status: response.status, milliseconds: performance.now() - startedAt };
}

const HELP = { kind: 'help', email: 'anna@example.org', subject: 'A tour', message: 'It is dark.' };
const FORMS = [
  HELP,
  { kind: 'enrolment', name: 'Anna', email: 'anna@example.org', phone: '98765 43210' },
  { kind: 'quote', name: 'Anna', email: 'anna@example.org', items: [{ id: 'photoshoot', quantity: 1 }] },
  { kind: 'newsletter', email: 'reader@example.org' },
];

describe('forms during an outage', { timeout: 180_000 }, () => {
  it('D1 respond at once while no mail can be sent, and are mailed later', async () => {
    const [server] = servers as [ServerProcess];
    for (const form of FORMS) {
      const { status, milliseconds } = await send(server, form, '203.0.113.1');
      expect(status).toBe(200);
      expect(milliseconds).toBeLessThan(1_000);
    }
    await vi.waitUntil(() => server.output().includes('a job failed'), { timeout: 60_000 });
    mailServer = await startMailServer({ port });
    const { received } = mailServer;
    await vi.waitUntil(() => received.length >= FORMS.length, { timeout: 120_000, interval: 50 });
    expect(received.map(({ to }) => to[0]).sort()).toEqual([SITE, SITE, SITE, 'reader@example.org']);
    for (const { to, source } of received) {
      if (to[0] === SITE) expect(source).toMatch(/^Reply-To: anna@example\.org\r$/m);
    }
  });

  it('share the rate limit of an IP between processes', async () => {
    const [server] = servers as [ServerProcess];
    const other = await startServer(folders[1], {
      ...environment(),
      // The setting requires a host; the socket's folder in the query overrides it.
      DATABASE_URL: connectionStringOf(folders[0]).replace('@/', '@localhost/'),
    });
    servers.push(other);
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, index) => send(index % 2 === 0 ? server : other, HELP, '203.0.113.2')),
    );
    const statuses = responses.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(6).fill(429)]);
    expect((await send(other, HELP, '203.0.113.3')).status).toBe(200);
    // So is the limit of mails to one email, from any IP.
    const mails = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send(
          index % 2 === 0 ? server : other,
          { kind: 'newsletter', email: 'flooded@example.org' },
          `203.0.113.${100 + index}`,
        ),
      ),
    );
    expect(mails.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(mails.filter(({ status }) => status === 429)).toHaveLength(7);
  });
});
