import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { linkIn, newsletterSteps } from './newsletter.fixture.ts';
import { forgetUnconfirmed } from './newsletter.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const { post, ask, confirm, leave, askAndRead, rowOf } = newsletterSteps(() => site);

describe('the newsletter', () => {
  it('is sent only after the link in the mail was followed', async () => {
    const email = 'reader@example.org';
    const answer = await ask(` ${email.toUpperCase()} `);
    expect(answer.json().message).toContain(email);
    expect(await rowOf(email)).toMatchObject({ confirmed_at: null, member_id: null });
    const [mail, ...others] = await site.doJobs();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: email });
    const token = linkIn(mail?.text, 'token');
    expect(JSON.stringify(await rowOf(email))).not.toContain(token);

    expect((await confirm(token)).json()).toEqual({
      message: 'Confirmed. The next letter comes to you.',
      leaveToken: linkIn(mail?.text, 'leave'),
    });
    expect((await rowOf(email))?.confirmed_at).toBeInstanceOf(Date);
    const letters = await site.doJobs();
    const welcome = letters.find(({ to }) => to === email);
    const notice = letters.find(({ to }) => to === 'legal@oriel.example');
    expect(linkIn(welcome?.text, 'leave')).toBeTruthy();
    expect(notice).toMatchObject({ replyTo: email, subject: `Newsletter: ${email}` });
  });

  it('takes a link once, the newest alone, and for 7 days', async () => {
    const dead = { status: 400, code: 'wrong_newsletter_link' };
    const email = 'links@example.org';
    const first = await askAndRead(email);
    const second = await askAndRead(email);
    expect((await confirm(first.token)).json()).toMatchObject(dead);
    await sql`UPDATE newsletter_subscribers SET confirm_until = now() - interval '1 second' WHERE email = ${email}`.execute(
      site.db,
    );
    expect((await confirm(second.token)).json()).toMatchObject(dead);
    const third = await askAndRead(email);
    const days = ((await rowOf(email))?.confirm_until?.getTime() ?? 0) - Date.now();
    expect(days / 86_400_000).toBeCloseTo(7, 1);
    const taken = await Promise.all([confirm(third.token), confirm(third.token), confirm(third.token)]);
    expect(taken.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
    expect((await confirm('guess')).json()).toMatchObject(dead);
  });

  it('says the same to who is on the list already, and tells only them', async () => {
    const email = 'already@example.org';
    const { token } = await askAndRead(email);
    await confirm(token);
    await site.doJobs();
    const [known, unknown] = [await ask(email), await ask('unknown@example.org')];
    expect(known.statusCode).toBe(unknown.statusCode);
    expect(known.body).toBe(unknown.body.replace('unknown@', 'already@'));
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
    const letters = await site.doJobs();
    const letter = letters.find(({ to }) => to === email);
    expect(letter?.subject).toMatch(/^You already get/);
    expect(letter?.text).not.toContain('#token=');
    // Asking again, by whomever, takes nothing away.
    expect((await rowOf(email))?.confirmed_at).toBeInstanceOf(Date);
  });

  it('is taken back with what the confirmation answers', async () => {
    const email = 'regretful@example.org';
    const { token } = await askAndRead(email);
    const { leaveToken } = (await confirm(token)).json();
    expect((await leave(leaveToken)).statusCode).toBe(200);
    expect(await rowOf(email)).toBeUndefined();
    // The jobs that the confirmation added find no subscriber any more.
    expect(await site.doJobs()).toEqual([]);
  });

  it('ends by the link of any letter, and nothing is kept', async () => {
    const email = 'leaver@example.org';
    const { token, leaveToken } = await askAndRead(email);
    await confirm(token);
    await site.doJobs();
    expect((await leave(`${leaveToken.slice(0, -2)}xx`)).json()).toMatchObject({
      status: 400,
      code: 'wrong_newsletter_link',
    });
    expect(await rowOf(email)).toBeDefined();
    expect((await leave(leaveToken)).json().message).toMatch(/^You are off the list/);
    expect(await rowOf(email)).toBeUndefined();
    expect((await leave(leaveToken)).statusCode).toBe(200);
    // The way out of an older letter still works after coming back.
    await confirm((await askAndRead(email)).token);
    await leave(leaveToken);
    expect(await rowOf(email)).toBeUndefined();
    await site.doJobs();
  });

  it('changes nothing when a link is only looked at', async () => {
    const { token } = await askAndRead('looker@example.org');
    for (const path of ['/api/newsletter/confirm', '/api/newsletter/unsubscribe']) {
      expect((await site.app.inject({ method: 'GET', url: `${path}?token=${token}` })).statusCode).toBe(405);
    }
    expect((await rowOf('looker@example.org'))?.confirmed_at).toBeNull();
  });

  it('writes to one email five times an hour at most, from any IP', async () => {
    const email = 'flooded@example.org';
    for (let count = 0; count < 5; count += 1) expect((await ask(email)).statusCode).toBe(200);
    const refused = await ask(email.toUpperCase());
    expect(refused.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await site.doJobs()).filter(({ to }) => to === email)).toHaveLength(5);
  });

  it('limits attempts at links', async () => {
    const from = '203.0.113.9';
    const tries = [];
    for (let count = 0; count < 31; count += 1)
      tries.push((await post('/api/newsletter/confirm', { token: `guess-${count}` }, { from })).statusCode);
    expect(new Set(tries.slice(0, 30))).toEqual(new Set([400]));
    expect(tries.at(-1)).toBe(429);
  });

  it('of a machine gets the same answer and is dropped', async () => {
    const body = { kind: 'newsletter', email: 'machine@example.org', website: 'https://spam.example' };
    expect((await post('/api/leads', body)).statusCode).toBe(200);
    expect(await rowOf('machine@example.org')).toBeUndefined();
    expect(await site.doJobs()).toEqual([]);
  });

  it.each([
    ['', 'Please complete all required fields.'],
    ['reader', 'Please enter a valid email address.'],
    ['reader@example.org\r\nBcc: everybody@example.org', 'Please enter a valid email address.'],
  ])('refuses the address %j', async (email, detail) => {
    expect((await ask(email)).json()).toMatchObject({ status: 400, detail });
  });

  it('forgets who never confirmed', async () => {
    await ask('silent@example.org');
    await sql`UPDATE newsletter_subscribers SET requested_at = now() - interval '15 days' WHERE email = 'silent@example.org'`.execute(
      site.db,
    );
    await forgetUnconfirmed(site.db);
    expect(await rowOf('silent@example.org')).toBeUndefined();
    expect(await rowOf('reader@example.org')).toBeDefined();
    await site.doJobs();
  });

  it('is in the copy of a member who asked for it, and leaves with them', async () => {
    const password = 'a quiet corridor';
    const joined = await post('/api/auth/signup', {
      email: 'member@example.org',
      password,
      firstName: 'Anna',
    });
    const { token } = joined.json();
    await ask('letters@example.org', { token });
    const headers = { authorization: `Bearer ${token}` };
    const copy = await site.app.inject({ method: 'GET', url: '/api/auth/me/export', headers });
    expect(copy.json().newsletter).toMatchObject([{ email: 'letters@example.org', confirmedAt: null }]);
    await site.app.inject({ method: 'DELETE', url: '/api/auth/me', headers, payload: { password } });
    expect(await rowOf('letters@example.org')).toBeUndefined();
  });
});
