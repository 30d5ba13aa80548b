import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { newsletterSteps } from './newsletter.fixture.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const { post } = newsletterSteps(() => site);
const stored = () => site.db.selectFrom('leads').selectAll().orderBy('created_at').execute();
const subscribers = () => site.db.selectFrom('newsletter_subscribers').selectAll().execute();

const FORMS: Record<string, [url: string, body: Record<string, unknown>]> = {
  contact: [
    '/api/contact',
    {
      name: 'Anna Björk',
      email: 'anna@example.org',
      countryCode: '+91',
      phone: '98765 43210',
      message: 'May I show you our house?',
    },
  ],
  help: [
    '/api/leads',
    { kind: 'help', email: 'anna@example.org', subject: 'A tour', message: 'It is dark.' },
  ],
  enrolment: [
    '/api/leads',
    { kind: 'enrolment', name: 'Anna Björk', email: 'anna@example.org', phone: '98765 43210' },
  ],
  quote: [
    '/api/leads',
    { kind: 'quote', name: 'Anna', email: 'anna@example.org', items: [{ id: 'photoshoot', quantity: 1 }] },
  ],
  newsletter: ['/api/leads', { kind: 'newsletter', email: 'anna@example.org' }],
};
const forms = Object.entries(FORMS).map(([name, [url, body]]) => ({ name, url, body }));

/** Expects that nothing was stored or queued. */
async function expectNoEffect(): Promise<void> {
  expect(await stored()).toEqual([]);
  expect(await subscribers()).toEqual([]);
  expect(await site.doJobs()).toEqual([]);
}

describe('every form refuses', () => {
  it.each(forms)('F2 a body of megabytes: $name', async ({ url, body }) => {
    const response = await post(url, { ...body, message: 'x'.repeat(2 * 1024 * 1024) });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ code: 'body_too_large' });
    await expectNoEffect();
  });

  it.each(forms)('A22 F3 requests of other origins, types and prototypes: $name', async ({ url, body }) => {
    const send = (headers: Record<string, string>, payload: string) =>
      site.app.inject({ method: 'POST', url, headers, payload, remoteAddress: '203.0.113.50' });
    const json = JSON.stringify(body);
    const type = { 'content-type': 'application/json' };
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example'])
      expect((await send({ ...type, origin }, json)).statusCode, origin).toBe(403);
    for (const other of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ])
      expect((await send({ 'content-type': other }, json)).statusCode, other).toBe(415);
    for (const polluted of ['"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{"isAdmin":true}}'])
      expect((await send(type, json.replace('{', `{${polluted},`))).statusCode, polluted).toBe(400);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    await site.db.deleteFrom('rate_limits').execute();
    await expectNoEffect();
  });

  it.each(forms)('leads of bots, with the usual response: $name', async ({ url, body }) => {
    const fromBot = await post(url, { ...body, website: 'https://spam.example' });
    expect(fromBot.statusCode).toBe(200);
    await expectNoEffect();
    const fromPerson = await post(url, { ...body, website: '' });
    expect(fromBot.body).toBe(fromPerson.body);
    expect((await stored()).length + (await subscribers()).length).toBe(1);
    await site.db.deleteFrom('leads').execute();
    await site.db.deleteFrom('newsletter_subscribers').execute();
    await site.doJobs();
  });
});

describe('unknown fields', () => {
  const unknown = { member_id: 'm_other', created_at: '2001-01-01', role: 'admin', details: { a: 1 } };

  it('are never stored', async () => {
    for (const { url, body } of forms) {
      const { statusCode } = await post(url, { ...body, ...unknown });
      expect([200, 400]).toContain(statusCode);
    }
    const leads = await stored();
    expect(leads.map(({ kind }) => kind)).toEqual(['contact']);
    const [contact] = leads;
    expect(Object.keys(contact?.details ?? {}).sort()).toEqual(['countryCode', 'message', 'name', 'phone']);
    expect(contact).toMatchObject({ member_id: null });
    expect(contact?.created_at.getFullYear()).toBeGreaterThan(2001);
    await site.db.deleteFrom('leads').execute();
    await site.doJobs();
  });
});

describe('one member', () => {
  it('sends at most 20 leads per hour, in all forms together, from any IP', async () => {
    const joined = await post('/api/auth/signup', {
      email: 'busy@example.org',
      password: 'a quiet corridor',
      firstName: 'Anna',
    });
    const { token, user } = joined.json();
    const limitedForms = forms.filter(({ name }) => name !== 'newsletter');
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const { url = '', body } = limitedForms[count % limitedForms.length] ?? {};
      statuses.push((await post(url, body, { token })).statusCode);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    expect((await stored()).filter(({ member_id }) => member_id === user.id)).toHaveLength(20);
    // Other visitors are not limited.
    for (const { url, body } of limitedForms) expect((await post(url, body)).statusCode).toBe(200);
  });
});
