import type { Session } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { createAccountsApp, newEmail, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import {
  callbackParams,
  expectRefusal,
  newPerson,
  PUBLIC_URL,
  setUpOidcApp,
  signInWithGoogle,
} from '../../../../testing/apps/oidc-app.ts';
import { blockMember, unblockMember } from '../members/operator.ts';
import { CLIENT, closeServer, listenOnFreePort, START, TestBrowser } from './oidc.fixture.ts';

const oidc = setUpOidcApp();

describe('signing in with Google', () => {
  it('a newcomer gets an account with the profile of the provider', async () => {
    const picture = 'https://pictures.test/ada.jpg';
    const person = newPerson({ picture, name: 'Ada Lovelace' });
    oidc.provider.person = { ...person, email: person.email?.toUpperCase() ?? '' };
    const redirect = await oidc.browser.signIn('/categories?sort=new#top');
    expect(redirect.status).toBe(302);
    expect(redirect.location.pathname).toBe('/auth/callback');
    expect(redirect.location.searchParams.get('next')).toBe('/categories?sort=new#top');
    expect(redirect.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const { user, refreshToken } = callbackParams(redirect);
    const exchanged = await oidc.browser.exchange(refreshToken);
    expect(exchanged.statusCode).toBe(200);
    const session = exchanged.json<Session>();
    expect(user).toEqual({ id: session.user.id, name: 'Ada Lovelace' });
    expect(session.user).toMatchObject({
      email: person.email,
      emailVerified: true,
      hasPassword: false,
      firstName: 'Ada',
      lastName: 'Lovelace',
      avatar: picture,
    });
    const me = await oidc.site.call('GET', 'me', { token: session.token });
    expect(me.json().user).toEqual(session.user);
  });

  it('the request to the provider has PKCE, state and nonce, which scripts cannot read', async () => {
    const redirect = await oidc.browser.visit(START);
    expect(redirect.status).toBe(302);
    expect(redirect.location.origin).toBe(oidc.provider.issuer);
    const params = Object.fromEntries(redirect.location.searchParams);
    expect(params).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.clientId,
      redirect_uri: `${PUBLIC_URL}/api/auth/oauth/google/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const cookie = String(redirect.headers['set-cookie']);
    expect(cookie).toMatch(
      /^oriel_oauth_flow=[\w.-]+; Max-Age=600; Path=\/api\/auth\/oauth; HttpOnly; SameSite=Lax$/,
    );
    // Encrypted: the cookie reveals neither.
    const readable = Buffer.from(cookie.split('.')[3] ?? '', 'base64url').toString('latin1');
    for (const secret of [params.state, params.nonce]) expect(cookie + readable).not.toContain(secret);
    expect(redirect.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it('behind https the cookies have the __Host- prefix', async () => {
    const secure = await createAccountsApp({
      config: {
        publicUrl: 'https://tours.test',
        google: { issuer: oidc.provider.issuer, ...CLIENT },
      },
    });
    const redirect = await new TestBrowser(secure).visit(START);
    expect(redirect.headers['set-cookie']).toMatch(
      /^__Host-oriel_oauth_flow=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await secure.close();
  });

  it('a second sign-in finds the same member', async () => {
    const first = await signInWithGoogle(oidc.browser);
    const again = await signInWithGoogle(new TestBrowser(oidc.site));
    expect(again.user.id).toBe(first.user.id);
    expect(again.refreshToken).not.toBe(first.refreshToken);
  });

  it('parallel first sign-ins create one member', async () => {
    const callbacks = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = new TestBrowser(oidc.site);
        return { browser, callback: await browser.passProvider(await browser.begin()) };
      }),
    );
    const redirects = await Promise.all(callbacks.map(({ browser, callback }) => browser.visit(callback)));
    expect(new Set(redirects.map((redirect) => callbackParams(redirect).user.id)).size).toBe(1);
  });

  it('a deleted member who signs in again is a new member', async () => {
    const first = (await signInWithGoogle(oidc.browser)).user;
    await oidc.site.db
      .updateTable('members')
      .set({ deleted_at: new Date(), email: null, first_name: '', last_name: '', avatar: null })
      .where('id', '=', first.id)
      .execute();
    const again = (await signInWithGoogle(new TestBrowser(oidc.site))).user;
    expect(again.id).not.toBe(first.id);
    expect(again.email).toBe(first.email);
  });

  it.each([
    ['over http', 'http://pictures.test/a.jpg'],
    ['with a javascript: URL', 'javascript:alert(1)'],
    ['with a data: URL', 'data:image/png;base64,AAAA'],
    ['with a very long URL', `https://a.test/${'a'.repeat(3000)}`],
  ])('a picture %s is ignored', async (_, picture) => {
    oidc.provider.person = newPerson({ picture });
    expect((await signInWithGoogle(oidc.browser)).user.avatar).toBeNull();
  });

  it('a name is cleaned and cut to its maximum length', async () => {
    oidc.provider.person = newPerson({ given_name: `A\r\nBcc: x${'y'.repeat(200)}`, family_name: '' });
    const { firstName } = (await signInWithGoogle(oidc.browser)).user;
    expect(firstName).toHaveLength(80);
    expect(firstName).not.toMatch(/\p{Cc}/u);
  });
});

describe('existing accounts', () => {
  it("A19 pre-registered with a victim's email: the attacker's password and sessions end", async () => {
    const attacker = await oidc.site.join();
    oidc.provider.person = newPerson({ email: attacker.email });
    const victim = await signInWithGoogle(oidc.browser);
    expect(victim.user).toMatchObject({ id: attacker.user.id, emailVerified: true, hasPassword: false });
    expect((await oidc.site.signIn(attacker.email, PASSWORD)).statusCode).toBe(401);
    expect((await oidc.site.call('GET', 'me', { token: attacker.token })).statusCode).toBe(401);
    const body = { refreshToken: attacker.refreshToken };
    expect((await oidc.site.call('POST', 'token/refresh', { body })).statusCode).toBe(401);
    const ended = await oidc.site.db
      .selectFrom('member_sessions')
      .select('end_reason')
      .where('member_id', '=', victim.user.id)
      .where('ended_at', 'is not', null)
      .execute();
    expect(ended).toEqual([{ end_reason: 'adopted' }]);
    expect((await oidc.browser.exchange(victim.refreshToken)).statusCode).toBe(200);
  });

  it('a verified account keeps its password and sessions', async () => {
    const member = await oidc.site.join();
    await oidc.site.db
      .updateTable('members')
      .set({ email_verified_at: new Date() })
      .where('id', '=', member.user.id)
      .execute();
    oidc.provider.person = newPerson({ email: member.email, hd: 'example.org' });
    expect((await signInWithGoogle(oidc.browser)).user).toMatchObject({
      id: member.user.id,
      hasPassword: true,
    });
    expect((await oidc.site.signIn(member.email, PASSWORD)).statusCode).toBe(200);
    expect((await oidc.site.call('GET', 'me', { token: member.token })).statusCode).toBe(200);
  });

  it('a verified account is not linked by an email that the provider does not host, except on a known device', async () => {
    const member = await oidc.site.join();
    await oidc.site.db
      .updateTable('members')
      .set({ email_verified_at: new Date() })
      .where('id', '=', member.user.id)
      .execute();
    oidc.provider.person = newPerson({ email: member.email });
    expectRefusal(await oidc.browser.signIn(), /^There is an account with this email address already\./);
    const identities = oidc.site.db.selectFrom('member_identities').where('member_id', '=', member.user.id);
    expect(await identities.select('subject').execute()).toEqual([]);

    const [name = '', value = ''] = member.cookie.split(/=(.*)/s);
    const { host } = new URL(PUBLIC_URL);
    oidc.browser.cookies.set('device', { name, value, path: '/api/auth', host });
    expect((await signInWithGoogle(oidc.browser)).user.id).toBe(member.user.id);
    // From then on the identity signs in on any device; the owner was notified.
    expect((await signInWithGoogle(new TestBrowser(oidc.site))).user.id).toBe(member.user.id);
    expect(oidc.site.mails('security-notice').length).toBeGreaterThan(0);
    const linked = oidc.site.db
      .selectFrom('security_events')
      .select('id')
      .where('kind', '=', 'identity-linked');
    expect(await linked.where('member_id', '=', member.user.id).execute()).toHaveLength(1);
  });

  it('A20 an identity is its issuer and subject, whatever its email becomes', async () => {
    const person = newPerson();
    oidc.provider.person = person;
    const first = (await signInWithGoogle(oidc.browser)).user;
    const other = await oidc.site.join();
    for (const changed of [
      { email: newEmail() },
      { email: other.email, email_verified: false },
      { email: other.email, email_verified: true },
    ]) {
      oidc.provider.person = { ...person, ...changed };
      const user = (await signInWithGoogle(new TestBrowser(oidc.site))).user;
      expect(user).toMatchObject({ id: first.id, email: first.email });
    }
    expect((await oidc.site.signIn(other.email, PASSWORD)).statusCode).toBe(200);
  });

  it.each([
    ['taken', true],
    ['free', false],
  ])('an unverified email that is %s begins no session', async (_, isTaken) => {
    const email = isTaken ? (await oidc.site.join()).email : newEmail();
    for (const changed of [{ email_verified: false }, { email_verified: undefined }]) {
      const { email_verified: _verified, ...rest } = newPerson({ email });
      oidc.provider.person = changed.email_verified === undefined ? rest : { ...rest, ...changed };
      expectRefusal(await new TestBrowser(oidc.site).signIn(), /^Your Google account has no verified email/);
    }
    const rows = await oidc.site.db.selectFrom('members').select('id').where('email', '=', email).execute();
    expect(rows).toHaveLength(isTaken ? 1 : 0);
    if (isTaken) expect((await oidc.site.signIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it('a missing email begins no session', async () => {
    oidc.provider.person = { sub: 'without an email' };
    expectRefusal(await oidc.browser.signIn(), /^Your Google account has no verified email/);
  });
});

describe('refused sign-ins', () => {
  it('a blocked member learns why', async () => {
    const { user } = await signInWithGoogle(oidc.browser);
    const { db, jobs } = oidc.site;
    await blockMember({ db, jobs }, user.email);
    expectRefusal(await oidc.browser.signIn(), /^This account is blocked\./);
    await unblockMember({ db, jobs }, user.email);
    expect((await signInWithGoogle(oidc.browser)).user.id).toBe(user.id);
  });

  it('declining leads to the error page', async () => {
    oidc.provider.person = undefined;
    expectRefusal(await oidc.browser.signIn(), /^You cancelled the sign in\.$/);
  });

  it.each(['facebook', 'constructor', '__proto__', 'a%2Fb'])('an unknown provider: %s', async (name) => {
    const refusal = /^Signing in with this service is not available\.$/;
    expectRefusal(await oidc.browser.visit(`/api/auth/oauth/${name}?redirect=1`), refusal);
    expectRefusal(await oidc.browser.visit(`/api/auth/oauth/${name}/callback?code=a&state=b`), refusal);
  });

  it('Google when it is not configured', async () => {
    const unconfigured = await createAccountsApp({ config: { publicUrl: PUBLIC_URL } });
    const client = new TestBrowser(unconfigured);
    const refusal = /^Google sign in is not set up on this site\. Please sign in with your email instead\.$/;
    expectRefusal(await client.visit(START), refusal);
    expectRefusal(await client.visit('/api/auth/oauth/google/callback?code=a&state=b'), refusal);
    await unconfigured.close();
  });

  it('a provider that is down, silent or broken: quickly refused, and tried again by the next client', async () => {
    const silent = await listenOnFreePort(() => undefined);
    const closed = await listenOnFreePort(() => undefined);
    await closeServer(closed.server);
    let requests = 0;
    const broken = await listenOnFreePort((_request, response) => {
      requests += 1;
      response.writeHead(500).end('<html>');
    });
    for (const { url } of [silent, closed, broken]) {
      const app = await createAccountsApp({
        config: { publicUrl: PUBLIC_URL, google: { issuer: url, ...CLIENT } },
      });
      const began = Date.now();
      const unavailable = /^Google cannot be reached right now\. Please try again in a moment\.$/;
      expectRefusal(await new TestBrowser(app).visit(START), unavailable);
      expect(Date.now() - began).toBeLessThan(6_000);
      if (url === broken.url) {
        expectRefusal(await new TestBrowser(app).visit(START), unavailable);
        expect(requests).toBe(2);
      }
      await app.close();
    }
    await closeServer(silent.server);
    await closeServer(broken.server);
  }, 30_000);

  it('one IP begins a limited number of sign-ins', async () => {
    const statuses = [];
    for (let count = 0; count < 65; count += 1)
      statuses.push((await oidc.browser.visit(START)).location.pathname);
    expect(statuses.filter((path) => path === '/auth/error')).toHaveLength(5);
  });
});
