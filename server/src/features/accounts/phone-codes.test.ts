import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Session } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WhatsAppConfig } from '../../config.ts';
import { createWhatsApp } from '../../gateways/whatsapp.ts';
import { newEmail, PASSWORD } from './accounts.fixture.ts';
import { createMailingApp, linkIn, type MailingApp } from './codes.fixture.ts';

/** What stands in for the Cloud API of WhatsApp. */
const messages: { request: IncomingMessage; body: Record<string, unknown> }[] = [];
let status = 200;
const api = createServer(async (request, response) => {
  messages.push({ request, body: (await json(request)) as Record<string, unknown> });
  response.writeHead(status, { 'content-type': 'application/json' }).end('{"messages":[{"id":"wamid.1"}]}');
});

let site: MailingApp;
beforeAll(async () => {
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
  const whatsApp: WhatsAppConfig = {
    token: 'a-token-of-the-api',
    phoneNumberId: '4711',
    template: 'sign_in_code',
    language: 'en',
    apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}/v23.0`,
  };
  site = await createMailingApp({ config: { whatsApp }, whatsApp: createWhatsApp(whatsApp) });
});
afterAll(async () => {
  await site.close();
  api.close();
});

const LOGIN = { channel: 'whatsapp', purpose: 'login' };

async function joinWithPhone(phone: string): Promise<string> {
  const email = newEmail();
  const joined = await site.post('/api/auth/signup', { email, password: PASSWORD, firstName: 'Anna', phone });
  const mail = (await site.doJobs()).find(({ to }) => to === email);
  const authorization = `Bearer ${joined.json<Session>().token}`;
  await site.post('/api/auth/email/verify', { token: linkIn(mail).token }, { authorization });
  return email;
}

function lastCode(): string {
  const { template } = (messages.at(-1)?.body ?? {}) as {
    template?: { components: { parameters: { text: string }[] }[] };
  };
  return template?.components[0]?.parameters[0]?.text ?? '';
}

describe('codes by WhatsApp', () => {
  it('are refused where they are not configured', async () => {
    const plain = await createMailingApp();
    for (const path of ['request', 'verify']) {
      const answer = await plain.post(`/api/auth/otp/${path}`, {
        ...LOGIN,
        phone: '+91 98765 43210',
        code: '123456',
      });
      expect(answer.json()).toMatchObject({ status: 409, code: 'channel_unavailable' });
    }
    await plain.close();
  });

  it('reach the phone that a member has given, and sign them in once', async () => {
    const email = await joinWithPhone('+91 98765-43210');
    const asked = await site.post('/api/auth/otp/request', { ...LOGIN, phone: '+919876543210' });
    expect(asked.json()).toEqual({ message: 'OTP sent via WhatsApp. Enter the code to continue.' });
    expect(await site.doJobs()).toEqual([]);
    expect(messages).toHaveLength(1);
    const [{ request, body } = {}] = messages;
    expect(request).toMatchObject({ method: 'POST', url: '/v23.0/4711/messages' });
    expect(request?.headers.authorization).toBe('Bearer a-token-of-the-api');
    expect(body).toMatchObject({ messaging_product: 'whatsapp', to: '919876543210', type: 'template' });

    const verify = () =>
      site.post('/api/auth/otp/verify', { ...LOGIN, phone: '+91 98765 43210', code: lastCode() });
    expect((await verify()).json()).toMatchObject({ user: { email } });
    expect((await verify()).json()).toMatchObject({ status: 400, detail: 'Failed to verify OTP' });
  });

  it('go to nobody for a phone that no member or several have given; the answer is the same', async () => {
    await joinWithPhone('+1 555 0100');
    await joinWithPhone('+1 (555) 0100');
    const before = messages.length;
    for (const phone of ['+1 555 0100', '+1 555 0199']) {
      const answer = await site.post('/api/auth/otp/request', { ...LOGIN, phone });
      expect(answer.json()).toEqual({ message: 'OTP sent via WhatsApp. Enter the code to continue.' });
    }
    await site.doJobs();
    expect(messages).toHaveLength(before);
  });

  it('are tried again when the API fails', async () => {
    await joinWithPhone('+1 555 0123');
    await site.post('/api/auth/otp/request', { ...LOGIN, phone: '+15550123' });
    status = 503;
    await site.doJobs();
    status = 200;
    const { rows } = await sql<{ state: string }>`
      SELECT state::text FROM pgboss.job WHERE data->>'phone' = '15550123'
    `.execute(site.db);
    expect(rows).toEqual([{ state: 'retry' }]);
  });
});
