import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { deleteOldLeads } from './store.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const THANKS = { message: 'Thank you. Our team answers in under 12 hours.' };
const LEAD = {
  kind: 'help',
  email: 'anna@example.org',
  subject: 'The tour of the lobby',
  message: 'It stays dark.\nWhat can I do? <b>Thanks</b>',
};

let visitors = 0;
interface Sender {
  token?: string;
  from?: string;
  url?: string;
}
function send(body: unknown, { token, from, url = '/api/leads' }: Sender = {}) {
  visitors += 1;
  return site.app.inject({
    method: 'POST',
    url,
    payload: body as object,
    remoteAddress: from ?? `198.19.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
}

const stored = () => site.db.selectFrom('leads').selectAll().orderBy('created_at').execute();

describe('a request for help', () => {
  it('is stored, and mailed to the site with Reply-To', async () => {
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
      to: 'hello@oriel.example',
      replyTo: LEAD.email,
      subject: `Help: ${LEAD.subject}`,
    });
    expect(mail?.text).toContain('> It stays dark.\n> What can I do?');
    expect(mail?.html).toContain('It stays dark.<br>What can I do? &lt;b&gt;Thanks&lt;/b&gt;');
  });

  it('belongs to the signed-in member, regardless of the body', async () => {
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

  it('of a bot, which fills in all fields, gets the usual response and is dropped', async () => {
    await site.doJobs();
    const before = (await stored()).length;
    expect((await send({ ...LEAD, website: 'https://spam.example' })).json()).toEqual(THANKS);
    expect(await stored()).toHaveLength(before);
    expect(await site.doJobs()).toEqual([]);
    expect((await send({ ...LEAD, website: '' })).json()).toEqual(THANKS);
    expect(await stored()).toHaveLength(before + 1);
  });

  it.each([
    ['a missing email', { email: undefined }],
    ['an invalid email', { email: 'anna' }],
    ['no subject', { subject: '  ' }],
    ['no message', { message: ' \n ' }],
    ['a long subject', { subject: 'x'.repeat(151) }],
    ['a long message', { message: 'x'.repeat(5001) }],
    ['another kind', { kind: 'spam' }],
    ['F7 a line break in the subject', { subject: 'Hello\r\nBcc: victim@example.org' }],
    ['F7 a line break in the email', { email: 'anna@example.org\r\nBcc: victim@example.org' }],
    ['F7 two emails', { email: 'anna@example.org, victim@example.org' }],
    ['NUL in the message', { message: 'a\u0000b' }],
  ])('is refused with %s', async (_, change) => {
    const before = (await stored()).length;
    expect((await send({ ...LEAD, ...change })).statusCode).toBe(400);
    expect(await stored()).toHaveLength(before);
  });

  it('is limited to ten per hour and IP', async () => {
    const from = '203.0.113.7';
    for (let count = 0; count < 10; count += 1) expect((await send(LEAD, { from })).statusCode).toBe(200);
    const refused = await send(LEAD, { from });
    expect(refused.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(LEAD)).statusCode).toBe(200);
  });
});

const CONTACT = {
  userId: null,
  name: 'Anna Björk',
  email: 'anna@example.org',
  countryCode: '+91',
  phone: '98765 43210',
  message: 'May I show you our house?\nIt has a garden.',
};
const ENROLMENT = {
  kind: 'enrolment',
  name: 'Anna Björk',
  email: 'anna@example.org',
  phone: '+91 98765 43210',
};
const QUOTE = {
  kind: 'quote',
  name: 'Anna Björk',
  company: 'Hotel Björk',
  email: 'anna@example.org',
  phone: '',
  message: 'Forty rooms by a lake.',
  items: [
    { id: 'comprehensive-social-media', quantity: 3 },
    { id: 'photoshoot', quantity: 2 },
    { id: 'digital-twin', quantity: 7 },
  ],
};
const contact = (body: unknown, sender: Sender = {}) => send(body, { ...sender, url: '/api/contact' });

describe('a message from the contact form', () => {
  it('is stored, and mailed to the site with Reply-To', async () => {
    await site.doJobs();
    expect((await contact({ ...CONTACT, subject: 'I would like to create a new team.' })).json()).toEqual({
      message: 'Thank you for contacting the company. Our team will reach out shortly.',
    });
    expect((await stored()).at(-1)).toMatchObject({
      kind: 'contact',
      email: CONTACT.email,
      member_id: null,
      details: { name: CONTACT.name, countryCode: '+91', phone: CONTACT.phone, message: CONTACT.message },
    });
    const [mail] = await site.doJobs();
    expect(mail).toMatchObject({
      to: 'hello@oriel.example',
      replyTo: CONTACT.email,
      subject: 'Contact: I would like to create a new team.',
    });
    expect(mail?.text).toContain('Name: Anna Björk');
    expect(mail?.text).toContain('+91 98765 43210');
    expect(mail?.text).toContain('> It has a garden.');
  });

  it('belongs to the signed-in member, never to one named in the body', async () => {
    const joined = await site.app.inject({
      method: 'POST',
      url: '/api/auth/signup',
      payload: { email: 'sender@example.org', password: 'a quiet corridor', firstName: 'Anna' },
    });
    const { user, token } = joined.json();
    await contact({ ...CONTACT, userId: user.id });
    expect((await stored()).at(-1)).toMatchObject({ member_id: null });
    expect(JSON.stringify((await stored()).at(-1))).not.toContain(user.id);
    await contact({ ...CONTACT, userId: 'm_other' }, { token });
    expect((await stored()).at(-1)).toMatchObject({ member_id: user.id });
  });

  it('of a bot gets the usual response and is dropped', async () => {
    const before = (await stored()).length;
    expect((await contact({ ...CONTACT, website: 'https://spam.example' })).statusCode).toBe(200);
    expect(await stored()).toHaveLength(before);
  });

  it.each(['name', 'email', 'countryCode', 'phone', 'message'])(
    'is refused if a field is blank: %s',
    async (field) => {
      for (const blank of ['', '  \t ', undefined]) {
        const response = await contact({ ...CONTACT, [field]: blank });
        expect(response.json()).toMatchObject({
          status: 400,
          detail: 'Please complete all required fields.',
        });
      }
    },
  );

  it.each([
    ['F7 a line break in the name', { name: 'Anna\r\nBcc: victim@example.org' }],
    ['F7 a line break in the email', { email: 'anna@example.org\nBcc: victim@example.org' }],
    ['F7 a line break in the subject', { subject: 'Hello\r\nBcc: victim@example.org' }],
    ['letters in the country code', { countryCode: 'India' }],
    ['letters in the phone', { phone: 'call me' }],
  ])('is refused with %s', async (_, change) => {
    const before = (await stored()).length;
    expect((await contact({ ...CONTACT, ...change })).statusCode).toBe(400);
    expect(await stored()).toHaveLength(before);
  });
});

describe('an enrolment', () => {
  it('is stored with its course, and mailed', async () => {
    await site.doJobs();
    expect((await send(ENROLMENT)).json().message).toMatch(/^Thank you\. Your name is on the list/);
    expect((await stored()).at(-1)).toMatchObject({
      kind: 'enrolment',
      details: { name: 'Anna Björk', course: expect.stringContaining('VR360 Photography') },
    });
    const [mail] = await site.doJobs();
    expect(mail).toMatchObject({ replyTo: ENROLMENT.email, subject: 'Enrolment: Anna Björk' });
  });
});

describe('a request for a quote', () => {
  it('is priced by the server', async () => {
    await site.doJobs();
    expect((await send(QUOTE)).json().message).toMatch(/^Thank you\. Your package is with us/);
    expect((await stored()).at(-1)?.details).toMatchObject({
      items: [
        { id: 'photoshoot', price: 5000, quantity: 2, amount: 10_000 },
        { id: 'digital-twin', price: 4000, quantity: 1, amount: 4000 },
        { id: 'comprehensive-social-media', price: 20_000, quantity: 3, amount: 60_000 },
      ],
      once: 14_000,
      monthly: 20_000,
    });
    const [mail] = await site.doJobs();
    expect(mail).toMatchObject({ replyTo: QUOTE.email, subject: 'Quote request: Hotel Björk' });
    expect(mail?.text).toContain('Photoshoot: 2 × ₹5,000 (per area) = ₹10,000');
    expect(mail?.text).toContain('Charged once: ₹14,000');
  });

  it.each([
    ['a price', { items: [{ id: 'photoshoot', quantity: 1, price: 1 }] }],
    ['no items', { items: [] }],
    ['a duplicate item', { items: [QUOTE.items[0], QUOTE.items[0]] }],
    ['no quantity', { items: [{ id: 'photoshoot', quantity: 0 }] }],
    ['half a quantity', { items: [{ id: 'photoshoot', quantity: 1.5 }] }],
    ['an unknown item', { items: [{ id: 'castle', quantity: 1 }] }],
  ])('is refused with %s', async (_, change) => {
    expect((await send({ ...QUOTE, ...change })).statusCode).toBe(400);
  });
});

describe('F1 every field', () => {
  const forms = { help: LEAD, contact: CONTACT, enrolment: ENROLMENT, quote: QUOTE };
  const invalidValues = [null, [], {}, 7, true, 'x'.repeat(1_000_000)];
  it.each(
    Object.entries(forms).flatMap(([form, body]) => Object.keys(body).map((field) => [form, field] as const)),
  )('of %s refuses invalid types and sizes: %s', async (form, field) => {
    const url = form === 'contact' ? '/api/contact' : '/api/leads';
    const before = (await stored()).length;
    for (const value of invalidValues) {
      if (field === 'userId' && value === null) continue;
      const response = await send({ ...forms[form as keyof typeof forms], [field]: value }, { url });
      expect(response.statusCode, `${field}: ${String(value).slice(0, 20)}`).toBeGreaterThanOrEqual(400);
      expect(response.statusCode).toBeLessThan(500);
    }
    expect(await stored()).toHaveLength(before);
  });
});

it('leads are deleted after two years', async () => {
  await site.db.deleteFrom('leads').execute();
  const monthsAgo = (months: number, days: number) =>
    sql<Date>`now() - make_interval(months => ${months}, days => ${days})`;
  for (const [message, created_at] of [
    ['recent', monthsAgo(23, 25)],
    ['old', monthsAgo(24, 1)],
  ] as const) {
    await site.db
      .insertInto('leads')
      .values({
        kind: 'help',
        email: LEAD.email,
        member_id: null,
        details: JSON.stringify({ message }),
        created_at,
      })
      .execute();
  }
  await deleteOldLeads(site.db, site.config.retention.leadMonths);
  expect((await stored()).map(({ details }) => details.message)).toEqual(['recent']);
});
