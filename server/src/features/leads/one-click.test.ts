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

const { post, subscribe, subscribeAndConfirm, rowOf } = newsletterSteps(() => site);

/** The unsubscribe URL in the header of a subscriber's mail, on the server under test. */
async function unsubscribeUrlOf(email: string): Promise<string> {
  await subscribe(email);
  const mail = (await site.doJobs()).find(({ to }) => to === email);
  return `${url}${mail?.unsubscribeUrl?.slice(site.config.publicUrl.length)}`;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BODY = 'List-Unsubscribe=One-Click';
const multipart = () => {
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  return form;
};

describe('one-click unsubscription (RFC 8058)', () => {
  it.each<[string, RequestInit]>([
    ['a form', { headers: FORM, body: BODY }],
    ['a multipart form', { body: multipart() }],
    ['a page of a mail program', { headers: { ...FORM, origin: 'https://mail.example' }, body: BODY }],
    ['a page without an origin', { headers: { ...FORM, origin: 'null' }, body: BODY }],
    ['an expired session', { headers: { ...FORM, authorization: 'Bearer dead' }, body: BODY }],
    ['an empty body', {}],
  ])('unsubscribes with one POST of %s', async (what, init) => {
    const email = `${what.replaceAll(' ', '-')}@example.org`;
    await subscribeAndConfirm(email);
    const oneClickUrl = await unsubscribeUrlOf(email);
    const response = await fetch(oneClickUrl, { method: 'POST', redirect: 'manual', ...init });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toContain('Done, you will not hear from us again.');
    expect(await rowOf(email)).toBeUndefined();
    // Mail programs may repeat it.
    expect((await fetch(oneClickUrl, { method: 'POST', ...init })).status).toBe(200);
  });

  it('changes nothing on GET, HEAD and OPTIONS', async () => {
    const email = 'looked-at@example.org';
    await subscribeAndConfirm(email);
    const oneClickUrl = await unsubscribeUrlOf(email);
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await fetch(oneClickUrl, { method });
    expect(await rowOf(email)).toBeDefined();
    const page = await fetch(oneClickUrl);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(loggableUrl(new URL(oneClickUrl).pathname + new URL(oneClickUrl).search)).toBe(
      '/newsletter?leaveToken=***',
    );
    const html = await page.text();
    // The form of the page's button works without scripts.
    const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(html).toMatch(/<form[^>]* method="post"/);
    const submitted = await fetch(new URL(action, url), {
      method: 'POST',
      headers: { ...FORM, accept: 'text/html', origin: url },
      body: '',
    });
    expect(submitted.headers.get('content-type')).toContain('text/html');
    expect(submitted.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await submitted.text()).toContain('Done, you will not hear from us again.');
    expect(await rowOf(email)).toBeUndefined();
  });

  it('refuses invalid links, and limits attempts by IP', async () => {
    const email = 'target@example.org';
    const leaveToken = await subscribeAndConfirm(email);
    const from = '203.0.113.77';
    const attempt = (leaveToken: string) =>
      site.app.inject({
        method: 'POST',
        url: `/newsletter?${new URLSearchParams({ leaveToken })}`,
        headers: FORM,
        payload: BODY,
        remoteAddress: from,
      });
    const wrong = [`${leaveToken.slice(0, -2)}xx`, leaveToken.split('.')[0] ?? '', '', "' OR 1=1"];
    for (const token of wrong) expect((await attempt(token)).statusCode, token).toBe(400);
    for (let count = wrong.length; count < 30; count += 1) await attempt('no');
    expect((await attempt('no')).statusCode).toBe(429);
    expect(await rowOf(email)).toBeDefined();
    // A mail program's server sends requests of many subscribers: valid ones are never limited.
    expect((await attempt(leaveToken)).statusCode).toBe(200);
    expect(await rowOf(email)).toBeUndefined();
  });

  it('refuses other types and large bodies', async () => {
    const email = 'large@example.org';
    const oneClickUrl = `/newsletter?leaveToken=${await subscribeAndConfirm(email)}`;
    expect(
      (await post(oneClickUrl, { 'List-Unsubscribe': 'One-Click', padding: 'x'.repeat(5000) })).statusCode,
    ).toBe(413);
    const text = { method: 'POST', url: oneClickUrl, payload: BODY } as const;
    const typed = await site.app.inject({ ...text, headers: { 'content-type': 'text/plain' } });
    expect(typed.statusCode).toBe(415);
    const large = await site.app.inject({ ...text, headers: FORM, payload: 'x'.repeat(5000) });
    expect(large.statusCode).toBe(413);
    expect(await rowOf(email)).toBeDefined();
  });

  it('is the only endpoint that allows foreign origins', async () => {
    const response = await fetch(`${url}/api/newsletter/unsubscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://mail.example' },
      body: JSON.stringify({ token: 'x' }),
    });
    expect(response.status).toBe(403);
  });
});
