import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Session } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { createMailingApp, linkIn, type MailingApp } from '../../../../testing/apps/mailing-app.ts';
import type { WhatsAppConfig } from '../../../config/messaging.ts';
import { createWhatsApp } from '../../../gateways/whatsapp.ts';

/** Stands in for the Cloud API of WhatsApp. */
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

interface Member {
  email: string;
  id: string;
  headers: { authorization: string };
}

/** A member with a verified email address. */
async function join(fields: object = {}): Promise<Member> {
  const email = newEmail();
  const joined = await site.post('/api/auth/signup', {
    email,
    password: PASSWORD,
    firstName: 'Anna',
    ...fields,
  });
  const mail = (await site.doJobs()).find(({ to }) => to === email);
  const { token, user } = joined.json<Session>();
  const headers = { authorization: `Bearer ${token}` };
  await site.post('/api/auth/email/verify', { token: linkIn(mail).token }, headers);
  return { email, id: user.id, headers };
}

const requestPhoneCode = ({ headers }: Member, phone: string) =>
  site.post('/api/auth/phone/request', { phone }, headers);
const confirmPhone = ({ headers }: Member, phone: string, code: string) =>
  site.post('/api/auth/phone/verify', { phone, code }, headers);
const phoneOf = async ({ headers }: Member) =>
  (await site.app.inject({ url: '/api/auth/phone', headers })).json<{ phone: string | null }>().phone;

/** A member who has confirmed a phone. */
async function joinWithPhone(phone: string): Promise<Member> {
  const member = await join();
  await requestPhoneCode(member, phone);
  await site.doJobs();
  await confirmPhone(member, phone, lastCode());
  await site.doJobs();
  return member;
}

/** The number of messages that a request for a sign-in code sends. */
async function messagesFor(phone: string): Promise<number> {
  const before = messages.length;
  const response = await site.post('/api/auth/otp/request', { ...LOGIN, phone });
  expect(response.json()).toEqual({ message: 'OTP sent via WhatsApp. Enter the code to continue.' });
  await site.doJobs();
  return messages.length - before;
}

function lastCode(): string {
  const { template } = (messages.at(-1)?.body ?? {}) as {
    template?: { components: { parameters: { text: string }[] }[] };
  };
  return template?.components[0]?.parameters[0]?.text ?? '';
}

describe('codes by WhatsApp', () => {
  it('are refused when they are not configured', async () => {
    const unconfigured = await createMailingApp();
    for (const path of ['request', 'verify']) {
      const response = await unconfigured.post(`/api/auth/otp/${path}`, {
        ...LOGIN,
        phone: '+91 98765 43210',
        code: '123456',
      });
      expect(response.json()).toMatchObject({ status: 409, code: 'channel_unavailable' });
    }
    await unconfigured.close();
  });

  it('are sent to the confirmed phone of a member, and sign in once', async () => {
    const { email } = await joinWithPhone('+91 98765-43210');
    messages.length = 0;
    expect(await messagesFor('+91 98765 43210')).toBe(1);
    const [{ request, body } = {}] = messages;
    expect(request).toMatchObject({ method: 'POST', url: '/v23.0/4711/messages' });
    expect(request?.headers.authorization).toBe('Bearer a-token-of-the-api');
    expect(body).toMatchObject({ messaging_product: 'whatsapp', to: '919876543210', type: 'template' });

    const verify = () =>
      site.post('/api/auth/otp/verify', { ...LOGIN, phone: '+91 98765 43210', code: lastCode() });
    expect((await verify()).json()).toMatchObject({ user: { email } });
    expect((await verify()).json()).toMatchObject({ status: 400, detail: 'Failed to verify OTP' });
  });

  it('are not sent to a phone in a profile; the response is the same', async () => {
    const { headers } = await join({ phone: '+1 555 010 0100' });
    const other = await join();
    await site.app.inject({
      method: 'PATCH',
      url: '/api/auth/me',
      payload: { phone: '+1 555 010 0199' },
      headers: other.headers,
    });
    expect(await messagesFor('+1 555 010 0100')).toBe(0);
    expect(await messagesFor('+1 555 010 0199')).toBe(0);
    expect((await site.app.inject({ url: '/api/auth/me', headers })).json().user.phone).toBe(
      '+1 555 010 0100',
    );
  });

  it('are sent again when the API fails', async () => {
    await joinWithPhone('+1 555 010 0123');
    await site.post('/api/auth/otp/request', { ...LOGIN, phone: '+15550100123' });
    status = 503;
    await site.doJobs();
    status = 200;
    const { rows } = await sql<{ state: string }>`
      SELECT state::text FROM pgboss.job WHERE data->>'phone' = '15550100123' AND state = 'retry'
    `.execute(site.db);
    expect(rows).toEqual([{ state: 'retry' }]);
  });
});

describe('confirming a phone', () => {
  it('A19d a sign-up with the email of another person cannot add a phone', async () => {
    const phone = '+1 555 010 0200';
    const email = newEmail();
    const joined = await site.post('/api/auth/signup', {
      email,
      password: PASSWORD,
      firstName: 'Mallory',
      phone,
    });
    const attacker: Member = {
      email,
      id: joined.json<Session>().user.id,
      headers: { authorization: `Bearer ${joined.json<Session>().token}` },
    };
    expect((await requestPhoneCode(attacker, phone)).json()).toMatchObject({
      status: 403,
      code: 'verify_email_first',
    });
    // Sends the welcome mail, which contains another code.
    await site.doJobs();
    const code = await site.codeFor(email, 'login');
    const owner = (await site.verify(email, code)).json<Session>();
    expect(owner.user).toMatchObject({ id: attacker.id, phone: '' });
    expect(await messagesFor(phone)).toBe(0);
    const headers = { authorization: `Bearer ${owner.token}` };
    expect(await phoneOf({ ...attacker, headers })).toBeNull();
  });

  it('needs a recent proof of identity, for each step', async () => {
    const phone = '+1 555 010 0201';
    const member = await joinWithPhone(phone);
    await requestPhoneCode(member, '+1 555 010 0202');
    await site.doJobs();
    const code = lastCode();
    await site.db
      .updateTable('member_sessions')
      .set({ authenticated_at: sql<Date>`now() - interval '11 minutes'` })
      .where('member_id', '=', member.id)
      .execute();
    const { headers } = member;
    for (const response of [
      await requestPhoneCode(member, '+1 555 010 0202'),
      await confirmPhone(member, '+1 555 010 0202', code),
      await site.app.inject({ method: 'DELETE', url: '/api/auth/phone', headers }),
    ]) {
      expect(response.json()).toMatchObject({ status: 403, code: 'reauthentication_required' });
    }
    expect(await phoneOf(member)).toBe('+15550100201');
  });

  it('accepts only the code of this member and number, and notifies the owner', async () => {
    const [member, other] = [await join(), await join()];
    const phone = '+44 20 7946 0000';
    expect((await requestPhoneCode(member, '020 7946 0000')).json().detail).toMatch(/with its country code/);
    await requestPhoneCode(member, phone);
    expect(await site.doJobs()).toEqual([]);
    expect(messages.at(-1)?.body).toMatchObject({ to: '442079460000' });
    const code = lastCode();
    const wrong = { status: 400, code: 'wrong_code' };
    expect((await confirmPhone(other, phone, code)).json()).toMatchObject(wrong);
    expect((await confirmPhone(member, '+44 20 7946 0001', code)).json()).toMatchObject(wrong);
    expect((await confirmPhone(member, phone, code)).json()).toMatchObject({ phone: '+442079460000' });
    const [mail] = await site.doJobs();
    expect(mail).toMatchObject({ to: member.email, subject: expect.stringContaining('phone that signs in') });
  });

  it('removes the number from its previous account, whose owner is notified', async () => {
    const phone = '+1 555 010 0300';
    const previous = await joinWithPhone(phone);
    const next = await join();
    await requestPhoneCode(next, phone);
    await site.doJobs();
    await confirmPhone(next, phone, lastCode());
    expect((await site.doJobs()).map(({ to }) => to).sort()).toEqual([previous.email, next.email].sort());
    expect([await phoneOf(previous), await phoneOf(next)]).toEqual([null, '+15550100300']);
    const { headers } = next;
    await site.app.inject({ method: 'DELETE', url: '/api/auth/phone', headers });
    expect(await messagesFor(phone)).toBe(0);
  });
});
