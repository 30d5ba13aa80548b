import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const THANKS = { message: 'Thank you. Our team answers within 12 hours.' };
const LEAD = {
  kind: 'help',
  email: 'anna@example.org',
  subject: 'The tour of the lobby',
  message: 'It stays dark.\nWhat can I do? <b>Thanks</b>',
};

let visitors = 0;
function send(body: unknown, { token, from }: { token?: string; from?: string } = {}) {
  visitors += 1;
  return site.app.inject({
    method: 'POST',
    url: '/api/leads',
    payload: body as object,
    remoteAddress: from ?? `198.19.0.${visitors}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
}

const stored = () => site.db.selectFrom('leads').selectAll().orderBy('created_at').execute();

describe('a request for help', () => {
  it('is stored, and mailed to the site with an address to answer to', async () => {
    expect((await send(LEAD)).json()).toEqual(THANKS);
    const [lead] = await stored();
    expect(lead).toMatchObject({
      kind: 'help',
      email: LEAD.email,
      member_id: null,
      details: { subject: LEAD.subject, message: LEAD.message },
    });
    const [mail] = await site.doJobs();
    expect(mail).toMatchObject({
      to: 'legal@oriel.example',
      replyTo: LEAD.email,
      subject: `Help: ${LEAD.subject}`,
    });
    expect(mail?.text).toContain('> It stays dark.\n> What can I do?');
    expect(mail?.html).toContain('It stays dark.<br>What can I do? &lt;b&gt;Thanks&lt;/b&gt;');
  });

  it('belongs to the member whose session sends it, whatever the body says', async () => {
    const joined = await site.app.inject({
      method: 'POST',
      url: '/api/auth/signup',
      payload: { email: 'member@example.org', password: 'a quiet corridor', firstName: 'Anna' },
    });
    const { user, token } = joined.json();
    expect((await send(LEAD, { token })).json()).toEqual(THANKS);
    expect((await stored()).at(-1)?.member_id).toBe(user.id);
    expect((await send({ ...LEAD, memberId: user.id })).statusCode).toBe(400);
  });

  it('of a machine, which fills in everything, gets the same answer and is dropped', async () => {
    await site.doJobs();
    const before = (await stored()).length;
    expect((await send({ ...LEAD, website: 'https://spam.example' })).json()).toEqual(THANKS);
    expect(await stored()).toHaveLength(before);
    expect(await site.doJobs()).toEqual([]);
    expect((await send({ ...LEAD, website: '' })).json()).toEqual(THANKS);
    expect(await stored()).toHaveLength(before + 1);
  });

  it.each([
    ['a missing address', { email: undefined }],
    ['no address', { email: 'anna' }],
    ['no subject', { subject: '  ' }],
    ['no message', { message: ' \n ' }],
    ['a long subject', { subject: 'x'.repeat(151) }],
    ['a long message', { message: 'x'.repeat(5001) }],
    ['another kind', { kind: 'spam' }],
    ['F7 a line break in the subject', { subject: 'Hello\r\nBcc: everybody@example.org' }],
    ['F7 a line break in the address', { email: 'anna@example.org\r\nBcc: everybody@example.org' }],
    ['F7 two addresses', { email: 'anna@example.org, everybody@example.org' }],
    ['NUL in the message', { message: 'a\u0000b' }],
  ])('is refused with %s', async (_, change) => {
    const before = (await stored()).length;
    expect((await send({ ...LEAD, ...change })).statusCode).toBe(400);
    expect(await stored()).toHaveLength(before);
  });

  it('is limited to ten an hour from one address', async () => {
    const from = '203.0.113.7';
    for (let count = 0; count < 10; count += 1) expect((await send(LEAD, { from })).statusCode).toBe(200);
    const refused = await send(LEAD, { from });
    expect(refused.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(LEAD)).statusCode).toBe(200);
  });
});
