import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { loggableUrl } from '../../log.ts';
import { newsletterSteps } from './newsletter.fixture.ts';

let site: TestApp;
let url: string;
beforeAll(async () => {
  site = await createTestApp();
  url = await site.listen();
});
afterAll(() => site.close());

const { post, ask, subscribe, rowOf } = newsletterSteps(() => site);

/** The URL in the header of a subscriber's mail, on the server under test. */
async function headerOf(email: string): Promise<string> {
  await ask(email);
  const letter = (await site.doJobs()).find(({ to }) => to === email);
  return `${url}${letter?.unsubscribeUrl?.slice(site.config.publicUrl.length)}`;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BODY = 'List-Unsubscribe=One-Click';
const multipart = () => {
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  return form;
};

describe('the button of a mail program (RFC 8058)', () => {
  it.each<[string, RequestInit]>([
    ['a form', { headers: FORM, body: BODY }],
    ['a form in parts', { body: multipart() }],
    ['a page of a mail program', { headers: { ...FORM, origin: 'https://mail.example' }, body: BODY }],
    ['a page without an origin', { headers: { ...FORM, origin: 'null' }, body: BODY }],
    ['a dead session', { headers: { ...FORM, authorization: 'Bearer dead' }, body: BODY }],
    ['nothing in it', {}],
  ])('ends the letter with one POST of %s', async (what, init) => {
    const email = `${what.replaceAll(' ', '-')}@example.org`;
    await subscribe(email);
    const address = await headerOf(email);
    const answer = await fetch(address, { method: 'POST', redirect: 'manual', ...init });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.text()).toContain('You are off the list.');
    expect(await rowOf(email)).toBeUndefined();
    // Mail programs may repeat it.
    expect((await fetch(address, { method: 'POST', ...init })).status).toBe(200);
  });

  it('changes nothing when the address is only looked at', async () => {
    const email = 'looked-at@example.org';
    await subscribe(email);
    const address = await headerOf(email);
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await fetch(address, { method });
    expect(await rowOf(email)).toBeDefined();
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(loggableUrl(new URL(address).pathname + new URL(address).search)).toBe(
      '/newsletter?leaveToken=***',
    );
    const html = await page.text();
    // A form for a person's button, that works before and without scripts.
    const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(html).toMatch(/<form[^>]* method="post"/);
    const pressed = await fetch(new URL(action, url), {
      method: 'POST',
      headers: { ...FORM, accept: 'text/html', origin: url },
      body: '',
    });
    expect(pressed.headers.get('content-type')).toContain('text/html');
    expect(pressed.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await pressed.text()).toContain('You are off the list. No further letter comes to you.');
    expect(await rowOf(email)).toBeUndefined();
  });

  it('refuses what we did not sign, and stops who tries many', async () => {
    const email = 'target@example.org';
    const leaveToken = await subscribe(email);
    const from = '203.0.113.77';
    const guess = (token: string) =>
      site.app.inject({
        method: 'POST',
        url: `/newsletter?${new URLSearchParams({ leaveToken: token })}`,
        headers: FORM,
        payload: BODY,
        remoteAddress: from,
      });
    const wrong = [`${leaveToken.slice(0, -2)}xx`, leaveToken.split('.')[0] ?? '', '', "' OR 1=1"];
    for (const token of wrong) expect((await guess(token)).statusCode, token).toBe(400);
    for (let count = wrong.length; count < 30; count += 1) await guess('no');
    expect((await guess('no')).statusCode).toBe(429);
    expect(await rowOf(email)).toBeDefined();
    // A mail program's server sends the buttons of many people: what is right is never held up.
    expect((await guess(leaveToken)).statusCode).toBe(200);
    expect(await rowOf(email)).toBeUndefined();
  });

  it('takes no other bodies, and no large ones', async () => {
    const email = 'large@example.org';
    const address = `/newsletter?leaveToken=${await subscribe(email)}`;
    expect(
      (await post(address, { 'List-Unsubscribe': 'One-Click', padding: 'x'.repeat(5000) })).statusCode,
    ).toBe(413);
    const text = { method: 'POST', url: address, payload: BODY } as const;
    const typed = await site.app.inject({ ...text, headers: { 'content-type': 'text/plain' } });
    expect(typed.statusCode).toBe(415);
    const large = await site.app.inject({ ...text, headers: FORM, payload: 'x'.repeat(5000) });
    expect(large.statusCode).toBe(413);
    expect(await rowOf(email)).toBeDefined();
  });

  it('is the only call that other sites may make', async () => {
    const answer = await fetch(`${url}/api/newsletter/unsubscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://mail.example' },
      body: JSON.stringify({ token: 'x' }),
    });
    expect(answer.status).toBe(403);
  });
});
