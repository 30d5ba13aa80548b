import { REDIRECT_PAYLOADS } from '@oriel/contract/shared/return-path.fixture';
import { describe, expect, it, vi } from 'vitest';
import {
  callbackParams,
  EXPIRED,
  expectRefusal,
  INCOMPLETE,
  newPerson,
  PUBLIC_URL,
  setUpOidcApp,
} from '../../../../testing/apps/oidc-app.ts';
import { START, TestBrowser } from './oidc.fixture.ts';

const oidc = setUpOidcApp();

it('A21 any return path leads to our own site', async () => {
  for (const payload of REDIRECT_PAYLOADS) {
    if (payload.includes('\0')) {
      // URLs must not contain NUL.
      const url = `${START}&${new URLSearchParams({ next: payload })}`;
      expect((await oidc.site.app.inject(url)).statusCode).toBe(400);
      continue;
    }
    const redirect = await new TestBrowser(oidc.site).signIn(payload);
    expect(redirect.location.origin + redirect.location.pathname, payload).toBe(
      `${PUBLIC_URL}/auth/callback`,
    );
    expect(redirect.location.searchParams.has('next'), payload).toBe(false);
    await oidc.resetRateLimits();
  }
});

describe('A17 a callback that does not match a sign-in of this browser', () => {
  it('state missing', async () => {
    const callback = await oidc.browser.passProvider(await oidc.browser.begin());
    callback.searchParams.delete('state');
    expectRefusal(await oidc.browser.visit(callback), EXPIRED);
  });

  it('state of another sign-in', async () => {
    const callback = await oidc.browser.passProvider(await oidc.browser.begin());
    callback.searchParams.set('state', (await oidc.browser.begin()).searchParams.get('state') ?? '');
    expectRefusal(await oidc.browser.visit(callback), INCOMPLETE);
  });

  it('a state twice', async () => {
    const callback = await oidc.browser.passProvider(await oidc.browser.begin());
    callback.searchParams.append('state', 'another');
    expectRefusal(await oidc.browser.visit(callback), INCOMPLETE);
  });

  it('replayed, without and with the original cookie', async () => {
    const callback = await oidc.browser.passProvider(await oidc.browser.begin());
    const cookies = new Map(oidc.browser.cookies);
    expect((await oidc.browser.visit(callback)).location.pathname).toBe('/auth/callback');
    expectRefusal(await oidc.browser.visit(callback), EXPIRED);
    for (const [key, cookie] of cookies) oidc.browser.cookies.set(key, cookie);
    expectRefusal(await oidc.browser.visit(callback), EXPIRED);
  });

  it('in another browser, also after it began a sign-in itself', async () => {
    const callback = await oidc.browser.passProvider(await oidc.browser.begin());
    const victim = new TestBrowser(oidc.site);
    expectRefusal(await victim.visit(callback), EXPIRED);
    await victim.begin();
    expectRefusal(await victim.visit(callback), EXPIRED);
  });

  it('nonce of another sign-in', async () => {
    const url = await oidc.browser.begin();
    url.searchParams.set('nonce', 'a nonce chosen by an attacker');
    expectRefusal(await oidc.browser.visit(await oidc.browser.passProvider(url)), INCOMPLETE);
  });

  it('code of another challenge', async () => {
    const url = await oidc.browser.begin();
    const other = await new TestBrowser(oidc.site).begin();
    url.searchParams.set('code_challenge', other.searchParams.get('code_challenge') ?? '');
    expectRefusal(await oidc.browser.visit(await oidc.browser.passProvider(url)), INCOMPLETE);
  });

  it('a code twice', async () => {
    const callback = await oidc.browser.passProvider(await oidc.browser.begin());
    await oidc.browser.visit(callback);
    const again = await oidc.browser.passProvider(await oidc.browser.begin());
    again.searchParams.set('code', callback.searchParams.get('code') ?? '');
    expectRefusal(await oidc.browser.visit(again), INCOMPLETE);
  });

  it('a cookie that is not ours', async () => {
    const callback = await oidc.browser.passProvider(await oidc.browser.begin());
    for (const cookie of oidc.browser.cookies.values()) cookie.value = 'eyJhbGciOiJub25lIn0.e30.';
    expectRefusal(await oidc.browser.visit(callback), EXPIRED);
  });

  it('a sign-in that began more than ten minutes ago', async () => {
    const callback = await oidc.browser.passProvider(await oidc.browser.begin());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    const redirect = await oidc.browser.visit(callback).finally(() => vi.useRealTimers());
    expectRefusal(redirect, EXPIRED);
  });

  it('without parameters', async () => {
    expectRefusal(await oidc.browser.visit('/api/auth/oauth/google/callback'), EXPIRED);
    expectRefusal(await oidc.browser.visit('/api/auth/oauth/google/callback?code=x&state='), EXPIRED);
  });

  it('an issuer that is not the provider', async () => {
    const callback = await oidc.browser.passProvider(await oidc.browser.begin());
    callback.searchParams.set('iss', 'https://evil.test');
    expectRefusal(await oidc.browser.visit(callback), INCOMPLETE);
  });
});

it('a page of another site cannot begin a sign-in', async () => {
  const begin = (site: string) =>
    oidc.site.app.inject({ url: START, headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' } });
  const refused = await begin('cross-site');
  expect(refused.headers.location).toMatch(
    /^\/auth\/error\?error_description=This\+sign\+in\+began\+on\+another\+site/,
  );
  expect(refused.headers['set-cookie']).toBeUndefined();
  for (const site of ['same-origin', 'same-site', 'none']) {
    expect((await begin(site)).headers.location).toMatch(oidc.provider.issuer);
  }
});

describe('A18 the URL of the callback page in another browser', () => {
  it('its refresh token is refused there, and still works where it began', async () => {
    const { refreshToken } = callbackParams(await oidc.browser.signIn());
    const victim = new TestBrowser(oidc.site);
    const refused = await victim.exchange(refreshToken);
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({ code: 'session_ended', detail: 'Unable to refresh session' });
    expect((await oidc.browser.exchange(refreshToken)).statusCode).toBe(200);
    // Also refused within the leeway for a second exchange.
    expect((await victim.exchange(refreshToken)).statusCode).toBe(401);
  });

  it('its token is refused and its user contains only a name', async () => {
    const { token, user } = callbackParams(await oidc.browser.signIn());
    expect(Object.keys(user).sort()).toEqual(['id', 'name']);
    expect((await oidc.site.call('GET', 'me', { token })).json()).toMatchObject({
      status: 401,
      code: 'invalid_token',
    });
    const body = { newPassword: 'a wide window over the bay' };
    expect((await oidc.site.call('POST', 'password/change', { token, body })).statusCode).toBe(401);
  });

  it("the cookie of the victim's own sign-in does not help", async () => {
    const { refreshToken } = callbackParams(await oidc.browser.signIn());
    const victim = new TestBrowser(oidc.site);
    oidc.provider.person = newPerson();
    const own = callbackParams(await victim.signIn());
    expect((await victim.exchange(refreshToken)).statusCode).toBe(401);
    expect((await victim.exchange(own.refreshToken)).statusCode).toBe(200);
  });

  it('the cookie is sent to that endpoint only, and scripts cannot read it', async () => {
    const redirect = await oidc.browser.signIn();
    const proof = [redirect.headers['set-cookie'] ?? []]
      .flat()
      .find((line) => String(line).includes('_proof'));
    expect(proof).toMatch(
      /^oriel_oauth_proof=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/token\/refresh; HttpOnly; SameSite=Lax$/,
    );
  });

  it('later refreshes need no cookie', async () => {
    const { refreshToken } = callbackParams(await oidc.browser.signIn());
    const next = (await oidc.browser.exchange(refreshToken)).json().refreshToken;
    oidc.browser.cookies.clear();
    const later = await oidc.site.call('POST', 'token/refresh', { body: { refreshToken: next } });
    expect(later.statusCode).toBe(200);
  });
});
