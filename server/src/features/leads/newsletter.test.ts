import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { linkSecretIn, newsletterSteps } from './newsletter.fixture.ts';
import { deleteUnconfirmed } from './newsletter-store.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const { post, subscribe, confirm, leave, subscribeAndRead, rowOf } = newsletterSteps(() => site);

describe('the newsletter', () => {
  it('requires a confirmation by the link in the mail', async () => {
    const email = 'reader@example.org';
    const response = await subscribe(` ${email.toUpperCase()} `);
    expect(response.json().message).toContain(email);
    expect(await rowOf(email)).toMatchObject({ confirmed_at: null, member_id: null });
    const [mail, ...others] = await site.doJobs();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: email });
    const linkSecret = linkSecretIn(mail?.text, 'token');
    expect(JSON.stringify(await rowOf(email))).not.toContain(linkSecret);

    expect((await confirm(linkSecret)).json()).toEqual({
      message: 'You are on the list.',
      leaveToken: linkSecretIn(mail?.text, 'leave'),
    });
    expect((await rowOf(email))?.confirmed_at).toBeInstanceOf(Date);
    const mails = await site.doJobs();
    const welcome = mails.find(({ to }) => to === email);
    const notice = mails.find(({ to }) => to === 'hello@oriel.example');
    expect(linkSecretIn(welcome?.text, 'leave')).toBeTruthy();
    expect(notice).toMatchObject({ replyTo: email, subject: `Newsletter: ${email}` });
  });

  it('accepts the newest link alone, once, and for 7 days', async () => {
    const invalidLink = { status: 400, code: 'wrong_newsletter_link' };
    const email = 'links@example.org';
    const first = await subscribeAndRead(email);
    const second = await subscribeAndRead(email);
    expect((await confirm(first.linkSecret)).json()).toMatchObject(invalidLink);
    await sql`UPDATE newsletter_subscribers SET confirm_until = now() - interval '1 second' WHERE email = ${email}`.execute(
      site.db,
    );
    expect((await confirm(second.linkSecret)).json()).toMatchObject(invalidLink);
    const third = await subscribeAndRead(email);
    const days = ((await rowOf(email))?.confirm_until?.getTime() ?? 0) - Date.now();
    expect(days / 86_400_000).toBeCloseTo(7, 1);
    const concurrent = await Promise.all([
      confirm(third.linkSecret),
      confirm(third.linkSecret),
      confirm(third.linkSecret),
    ]);
    expect(concurrent.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
    expect((await confirm('guess')).json()).toMatchObject(invalidLink);
  });

  it('does not reveal whether an email is on the list', async () => {
    const email = 'already@example.org';
    const { linkSecret } = await subscribeAndRead(email);
    await confirm(linkSecret);
    await site.doJobs();
    const [listed, unlisted] = [await subscribe(email), await subscribe('unlisted@example.org')];
    expect(listed.statusCode).toBe(unlisted.statusCode);
    expect(listed.body).toBe(unlisted.body.replace('unlisted@', 'already@'));
    expect(Object.keys(listed.headers)).toEqual(Object.keys(unlisted.headers));
    const mails = await site.doJobs();
    const mail = mails.find(({ to }) => to === email);
    expect(mail?.subject).toMatch(/^You are already subscribed/);
    expect(mail?.text).not.toContain('#token=');
    // Subscribing again changes nothing.
    expect((await rowOf(email))?.confirmed_at).toBeInstanceOf(Date);
  });

  it('can be cancelled with the response of the confirmation', async () => {
    const email = 'regretful@example.org';
    const { linkSecret } = await subscribeAndRead(email);
    const { leaveToken } = (await confirm(linkSecret)).json();
    expect((await leave(leaveToken)).statusCode).toBe(200);
    expect(await rowOf(email)).toBeUndefined();
    // The queued jobs of the confirmation no longer find the subscriber.
    expect(await site.doJobs()).toEqual([]);
  });

  it('ends by the link in any mail, and deletes the subscriber', async () => {
    const email = 'leaver@example.org';
    const { linkSecret, leaveSecret } = await subscribeAndRead(email);
    await confirm(linkSecret);
    await site.doJobs();
    expect((await leave(`${leaveSecret.slice(0, -2)}xx`)).json()).toMatchObject({
      status: 400,
      code: 'wrong_newsletter_link',
    });
    expect(await rowOf(email)).toBeDefined();
    expect((await leave(leaveSecret)).json().message).toMatch(/^Done, you will not hear from us again/);
    expect(await rowOf(email)).toBeUndefined();
    expect((await leave(leaveSecret)).statusCode).toBe(200);
    // The link of an older mail still works after subscribing again.
    await confirm((await subscribeAndRead(email)).linkSecret);
    await leave(leaveSecret);
    expect(await rowOf(email)).toBeUndefined();
    await site.doJobs();
  });

  it('changes nothing on GET', async () => {
    const { linkSecret } = await subscribeAndRead('reader-by-get@example.org');
    for (const path of ['/api/newsletter/confirm', '/api/newsletter/unsubscribe']) {
      expect((await site.app.inject({ method: 'GET', url: `${path}?token=${linkSecret}` })).statusCode).toBe(
        405,
      );
    }
    expect((await rowOf('reader-by-get@example.org'))?.confirmed_at).toBeNull();
  });

  it('sends at most five mails per hour to an email, from any IP', async () => {
    const email = 'flooded@example.org';
    for (let count = 0; count < 5; count += 1) expect((await subscribe(email)).statusCode).toBe(200);
    const refused = await subscribe(email.toUpperCase());
    expect(refused.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await site.doJobs()).filter(({ to }) => to === email)).toHaveLength(5);
  });

  it('limits attempts to guess links', async () => {
    const from = '203.0.113.9';
    const statuses = [];
    for (let count = 0; count < 31; count += 1)
      statuses.push(
        (await post('/api/newsletter/confirm', { token: `guess-${count}` }, { from })).statusCode,
      );
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([400]));
    expect(statuses.at(-1)).toBe(429);
  });

  it('drops requests of bots with the usual response', async () => {
    const body = { kind: 'newsletter', email: 'bot@example.org', website: 'https://spam.example' };
    expect((await post('/api/leads', body)).statusCode).toBe(200);
    expect(await rowOf('bot@example.org')).toBeUndefined();
    expect(await site.doJobs()).toEqual([]);
  });

  it.each([
    ['', 'Please complete all required fields.'],
    ['reader', 'Please enter a valid email address.'],
    ['reader@example.org\r\nBcc: victim@example.org', 'Please enter a valid email address.'],
  ])('refuses the email %j', async (email, detail) => {
    expect((await subscribe(email)).json()).toMatchObject({ status: 400, detail });
  });

  it('deletes unconfirmed requests', async () => {
    await subscribe('silent@example.org');
    await sql`UPDATE newsletter_subscribers SET requested_at = now() - interval '15 days' WHERE email = 'silent@example.org'`.execute(
      site.db,
    );
    await deleteUnconfirmed(site.db);
    expect(await rowOf('silent@example.org')).toBeUndefined();
    expect(await rowOf('reader@example.org')).toBeDefined();
    await site.doJobs();
  });

  it('is in the export of the member who requested it, and erased with the member', async () => {
    const password = 'a quiet corridor';
    const joined = await post('/api/auth/signup', {
      email: 'member@example.org',
      password,
      firstName: 'Anna',
    });
    const { token } = joined.json();
    await subscribe('newsletter@example.org', { token });
    const headers = { authorization: `Bearer ${token}` };
    const copy = await site.app.inject({ method: 'GET', url: '/api/auth/me/export', headers });
    expect(copy.json().newsletter).toMatchObject([{ email: 'newsletter@example.org', confirmedAt: null }]);
    await site.app.inject({ method: 'DELETE', url: '/api/auth/me', headers, payload: { password } });
    expect(await rowOf('newsletter@example.org')).toBeUndefined();
  });
});
