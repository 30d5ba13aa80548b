import { REDIRECT_PAYLOADS } from '@oriel/contract/return-path.fixture';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccountsApp } from './accounts.fixture.ts';
import { START, TestBrowser, type TestProvider } from './oidc.fixture.ts';
import {
  createOidcStage,
  EXPIRED,
  expectRefusal,
  INCOMPLETE,
  newPerson,
  type OidcStage,
  PUBLIC_URL,
  sessionOf,
} from './oidc-stage.fixture.ts';

let stage: OidcStage;
let site: AccountsApp;
let provider: TestProvider;
beforeAll(async () => {
  stage = await createOidcStage();
  ({ site, provider } = stage);
});
afterAll(() => stage.close());

let browser: TestBrowser;
beforeEach(async () => {
  browser = new TestBrowser(site);
  provider.person = newPerson();
  await stage.forgetLimits();
});

test('A21 whatever the return path says, the way ends on our own site', async () => {
  for (const payload of REDIRECT_PAYLOADS) {
    if (payload.includes('\0')) {
      // No address may hold a NUL.
      const url = `${START}&${new URLSearchParams({ next: payload })}`;
      expect((await site.app.inject(url)).statusCode).toBe(400);
      continue;
    }
    const end = await new TestBrowser(site).signIn(payload);
    expect(end.location.origin + end.location.pathname, payload).toBe(`${PUBLIC_URL}/auth/callback`);
    expect(end.location.searchParams.has('next'), payload).toBe(false);
    await stage.forgetLimits();
  }
});

describe('A17 an answer that does not belong to a sign-in of this browser', () => {
  test('state missing', async () => {
    const callback = await browser.passProvider(await browser.begin());
    callback.searchParams.delete('state');
    expectRefusal(await browser.visit(callback), EXPIRED);
  });

  test('state of another sign-in', async () => {
    const callback = await browser.passProvider(await browser.begin());
    callback.searchParams.set('state', (await browser.begin()).searchParams.get('state') ?? '');
    expectRefusal(await browser.visit(callback), INCOMPLETE);
  });

  test('a state twice', async () => {
    const callback = await browser.passProvider(await browser.begin());
    callback.searchParams.append('state', 'another');
    expectRefusal(await browser.visit(callback), INCOMPLETE);
  });

  test('replayed, with the cookie forgotten and with the cookie kept', async () => {
    const callback = await browser.passProvider(await browser.begin());
    const kept = new Map(browser.cookies);
    expect((await browser.visit(callback)).location.pathname).toBe('/auth/callback');
    expectRefusal(await browser.visit(callback), EXPIRED);
    for (const [key, cookie] of kept) browser.cookies.set(key, cookie);
    expectRefusal(await browser.visit(callback), EXPIRED);
  });

  test('in another browser, one with a sign-in of its own as well', async () => {
    const callback = await browser.passProvider(await browser.begin());
    const victim = new TestBrowser(site);
    expectRefusal(await victim.visit(callback), EXPIRED);
    await victim.begin();
    expectRefusal(await victim.visit(callback), EXPIRED);
  });

  test('nonce of another sign-in', async () => {
    const address = await browser.begin();
    address.searchParams.set('nonce', 'a nonce that somebody else has chosen');
    expectRefusal(await browser.visit(await browser.passProvider(address)), INCOMPLETE);
  });

  test('code of another challenge', async () => {
    const address = await browser.begin();
    const other = await new TestBrowser(site).begin();
    address.searchParams.set('code_challenge', other.searchParams.get('code_challenge') ?? '');
    expectRefusal(await browser.visit(await browser.passProvider(address)), INCOMPLETE);
  });

  test('a code twice', async () => {
    const callback = await browser.passProvider(await browser.begin());
    await browser.visit(callback);
    const again = await browser.passProvider(await browser.begin());
    again.searchParams.set('code', callback.searchParams.get('code') ?? '');
    expectRefusal(await browser.visit(again), INCOMPLETE);
  });

  test('a cookie that is not ours', async () => {
    const callback = await browser.passProvider(await browser.begin());
    for (const cookie of browser.cookies.values()) cookie.value = 'eyJhbGciOiJub25lIn0.e30.';
    expectRefusal(await browser.visit(callback), EXPIRED);
  });

  test('a sign-in that began more than ten minutes ago', async () => {
    const callback = await browser.passProvider(await browser.begin());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    const answer = await browser.visit(callback).finally(() => vi.useRealTimers());
    expectRefusal(answer, EXPIRED);
  });

  test('nothing at all', async () => {
    expectRefusal(await browser.visit('/api/auth/oauth/google/callback'), EXPIRED);
    expectRefusal(await browser.visit('/api/auth/oauth/google/callback?code=x&state='), EXPIRED);
  });

  test('an issuer that is not the provider', async () => {
    const callback = await browser.passProvider(await browser.begin());
    callback.searchParams.set('iss', 'https://evil.test');
    expectRefusal(await browser.visit(callback), INCOMPLETE);
  });
});

describe('A18 the address of the callback page in another browser', () => {
  test('its refresh token is worth nothing there, and still works where it began', async () => {
    const { refreshToken } = sessionOf(await browser.signIn());
    const victim = new TestBrowser(site);
    const refused = await victim.exchange(refreshToken);
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({ code: 'session_ended', detail: 'Unable to refresh session' });
    expect((await browser.exchange(refreshToken)).statusCode).toBe(200);
    // Nor within the seconds in which a second exchange is forgiven.
    expect((await victim.exchange(refreshToken)).statusCode).toBe(401);
  });

  test('the cookie of a sign-in of the victim does not help', async () => {
    const { refreshToken } = sessionOf(await browser.signIn());
    const victim = new TestBrowser(site);
    provider.person = newPerson();
    const own = sessionOf(await victim.signIn());
    expect((await victim.exchange(refreshToken)).statusCode).toBe(401);
    expect((await victim.exchange(own.refreshToken)).statusCode).toBe(200);
  });

  test('the cookie is for that call alone, and out of reach of scripts', async () => {
    const end = await browser.signIn();
    const proof = [end.headers['set-cookie'] ?? []].flat().find((line) => String(line).includes('_proof'));
    expect(proof).toMatch(
      /^oriel_oauth_proof=[\w-]{43}; Path=\/api\/auth\/token\/refresh; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  test('later refreshes need no cookie', async () => {
    const { refreshToken } = sessionOf(await browser.signIn());
    const next = (await browser.exchange(refreshToken)).json().refreshToken;
    browser.cookies.clear();
    const later = await site.call('POST', 'token/refresh', { body: { refreshToken: next } });
    expect(later.statusCode).toBe(200);
  });
});
