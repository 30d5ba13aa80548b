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

const stage = setUpOidcApp();

it('A21 whatever the return path says, the way ends on our own site', async () => {
  for (const payload of REDIRECT_PAYLOADS) {
    if (payload.includes('\0')) {
      // No address may hold a NUL.
      const url = `${START}&${new URLSearchParams({ next: payload })}`;
      expect((await stage.site.app.inject(url)).statusCode).toBe(400);
      continue;
    }
    const end = await new TestBrowser(stage.site).signIn(payload);
    expect(end.location.origin + end.location.pathname, payload).toBe(`${PUBLIC_URL}/auth/callback`);
    expect(end.location.searchParams.has('next'), payload).toBe(false);
    await stage.resetRateLimits();
  }
});

describe('A17 an answer that does not belong to a sign-in of this browser', () => {
  it('state missing', async () => {
    const callback = await stage.browser.passProvider(await stage.browser.begin());
    callback.searchParams.delete('state');
    expectRefusal(await stage.browser.visit(callback), EXPIRED);
  });

  it('state of another sign-in', async () => {
    const callback = await stage.browser.passProvider(await stage.browser.begin());
    callback.searchParams.set('state', (await stage.browser.begin()).searchParams.get('state') ?? '');
    expectRefusal(await stage.browser.visit(callback), INCOMPLETE);
  });

  it('a state twice', async () => {
    const callback = await stage.browser.passProvider(await stage.browser.begin());
    callback.searchParams.append('state', 'another');
    expectRefusal(await stage.browser.visit(callback), INCOMPLETE);
  });

  it('replayed, with the cookie forgotten and with the cookie kept', async () => {
    const callback = await stage.browser.passProvider(await stage.browser.begin());
    const kept = new Map(stage.browser.cookies);
    expect((await stage.browser.visit(callback)).location.pathname).toBe('/auth/callback');
    expectRefusal(await stage.browser.visit(callback), EXPIRED);
    for (const [key, cookie] of kept) stage.browser.cookies.set(key, cookie);
    expectRefusal(await stage.browser.visit(callback), EXPIRED);
  });

  it('in another browser, one with a sign-in of its own as well', async () => {
    const callback = await stage.browser.passProvider(await stage.browser.begin());
    const victim = new TestBrowser(stage.site);
    expectRefusal(await victim.visit(callback), EXPIRED);
    await victim.begin();
    expectRefusal(await victim.visit(callback), EXPIRED);
  });

  it('nonce of another sign-in', async () => {
    const address = await stage.browser.begin();
    address.searchParams.set('nonce', 'a nonce that somebody else has chosen');
    expectRefusal(await stage.browser.visit(await stage.browser.passProvider(address)), INCOMPLETE);
  });

  it('code of another challenge', async () => {
    const address = await stage.browser.begin();
    const other = await new TestBrowser(stage.site).begin();
    address.searchParams.set('code_challenge', other.searchParams.get('code_challenge') ?? '');
    expectRefusal(await stage.browser.visit(await stage.browser.passProvider(address)), INCOMPLETE);
  });

  it('a code twice', async () => {
    const callback = await stage.browser.passProvider(await stage.browser.begin());
    await stage.browser.visit(callback);
    const again = await stage.browser.passProvider(await stage.browser.begin());
    again.searchParams.set('code', callback.searchParams.get('code') ?? '');
    expectRefusal(await stage.browser.visit(again), INCOMPLETE);
  });

  it('a cookie that is not ours', async () => {
    const callback = await stage.browser.passProvider(await stage.browser.begin());
    for (const cookie of stage.browser.cookies.values()) cookie.value = 'eyJhbGciOiJub25lIn0.e30.';
    expectRefusal(await stage.browser.visit(callback), EXPIRED);
  });

  it('a sign-in that began more than ten minutes ago', async () => {
    const callback = await stage.browser.passProvider(await stage.browser.begin());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    const answer = await stage.browser.visit(callback).finally(() => vi.useRealTimers());
    expectRefusal(answer, EXPIRED);
  });

  it('nothing at all', async () => {
    expectRefusal(await stage.browser.visit('/api/auth/oauth/google/callback'), EXPIRED);
    expectRefusal(await stage.browser.visit('/api/auth/oauth/google/callback?code=x&state='), EXPIRED);
  });

  it('an issuer that is not the provider', async () => {
    const callback = await stage.browser.passProvider(await stage.browser.begin());
    callback.searchParams.set('iss', 'https://evil.test');
    expectRefusal(await stage.browser.visit(callback), INCOMPLETE);
  });
});

it('a foreign page cannot begin a sign-in', async () => {
  const begin = (site: string) =>
    stage.site.app.inject({ url: START, headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' } });
  const refused = await begin('cross-site');
  expect(refused.headers.location).toMatch(
    /^\/auth\/error\?error_description=This\+sign\+in\+began\+on\+another\+site/,
  );
  expect(refused.headers['set-cookie']).toBeUndefined();
  for (const site of ['same-origin', 'same-site', 'none']) {
    expect((await begin(site)).headers.location).toMatch(stage.provider.issuer);
  }
});

describe('A18 the address of the callback page in another browser', () => {
  it('its refresh token is worth nothing there, and still works where it began', async () => {
    const { refreshToken } = callbackParams(await stage.browser.signIn());
    const victim = new TestBrowser(stage.site);
    const refused = await victim.exchange(refreshToken);
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({ code: 'session_ended', detail: 'Unable to refresh session' });
    expect((await stage.browser.exchange(refreshToken)).statusCode).toBe(200);
    // Nor within the seconds in which a second exchange is forgiven.
    expect((await victim.exchange(refreshToken)).statusCode).toBe(401);
  });

  it('its token opens nothing and its user says no more than a name', async () => {
    const { token, user } = callbackParams(await stage.browser.signIn());
    expect(Object.keys(user).sort()).toEqual(['id', 'name']);
    expect((await stage.site.call('GET', 'me', { token })).json()).toMatchObject({
      status: 401,
      code: 'invalid_token',
    });
    const body = { newPassword: 'a wide window over the bay' };
    expect((await stage.site.call('POST', 'password/change', { token, body })).statusCode).toBe(401);
  });

  it('the cookie of a sign-in of the victim does not help', async () => {
    const { refreshToken } = callbackParams(await stage.browser.signIn());
    const victim = new TestBrowser(stage.site);
    stage.provider.person = newPerson();
    const own = callbackParams(await victim.signIn());
    expect((await victim.exchange(refreshToken)).statusCode).toBe(401);
    expect((await victim.exchange(own.refreshToken)).statusCode).toBe(200);
  });

  it('the cookie is for that call alone, and out of reach of scripts', async () => {
    const end = await stage.browser.signIn();
    const proof = [end.headers['set-cookie'] ?? []].flat().find((line) => String(line).includes('_proof'));
    expect(proof).toMatch(
      /^oriel_oauth_proof=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/token\/refresh; HttpOnly; SameSite=Lax$/,
    );
  });

  it('later refreshes need no cookie', async () => {
    const { refreshToken } = callbackParams(await stage.browser.signIn());
    const next = (await stage.browser.exchange(refreshToken)).json().refreshToken;
    stage.browser.cookies.clear();
    const later = await stage.site.call('POST', 'token/refresh', { body: { refreshToken: next } });
    expect(later.statusCode).toBe(200);
  });
});
