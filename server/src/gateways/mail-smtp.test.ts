import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { createSmtpMailer } from './mail-smtp.ts';

const SENDER = { name: 'Oriel', address: 'hello@tours.example' };
const MAIL = { to: 'anna@example.org', subject: 'Your code', text: '123456', html: '<p>123456</p>' };

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

it('gives neither password nor mail to a server that offers no encryption', async () => {
  const url = `smtp://oriel:hunter2@127.0.0.1:${server.port}`;
  const strict = createSmtpMailer(url, SENDER, { requireTls: true });
  await expect(strict.send(MAIL)).rejects.toMatchObject({ code: 'ETLS' });
  await strict.close();
  expect(server.received).toEqual([]);
  const nearby = createSmtpMailer(`smtp://127.0.0.1:${server.port}`, SENDER, { requireTls: false });
  await nearby.send(MAIL);
  await nearby.close();
  expect(server.received).toHaveLength(1);
});
