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
import { CLIENT, closeServer, listenAnywhere, START, TestBrowser } from './oidc.fixture.ts';

const stage = setUpOidcApp();

describe('the whole way', () => {
  it('a newcomer gets an account with what the provider says of them', async () => {
    const picture = 'https://pictures.test/ada.jpg';
    const person = newPerson({ picture, name: 'Ada Lovelace' });
    stage.provider.person = { ...person, email: person.email?.toUpperCase() ?? '' };
    const end = await stage.browser.signIn('/categories?sort=new#top');
    expect(end.status).toBe(302);
    expect(end.location.pathname).toBe('/auth/callback');
    expect(end.location.searchParams.get('next')).toBe('/categories?sort=new#top');
    expect(end.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const { user, refreshToken } = callbackParams(end);
    const exchanged = await stage.browser.exchange(refreshToken);
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
    const me = await stage.site.call('GET', 'me', { token: session.token });
    expect(me.json().user).toEqual(session.user);
  });

  it('the provider is asked with PKCE, state and nonce, and the browser keeps them out of reach of scripts', async () => {
    const answer = await stage.browser.visit(START);
    expect(answer.status).toBe(302);
    expect(answer.location.origin).toBe(stage.provider.issuer);
    const asked = Object.fromEntries(answer.location.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.clientId,
      redirect_uri: `${PUBLIC_URL}/api/auth/oauth/google/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(
      /^oriel_oauth_flow=[\w.-]+; Max-Age=600; Path=\/api\/auth\/oauth; HttpOnly; SameSite=Lax$/,
    );
    // Encrypted: whoever reads the cookie learns neither.
    const readable = Buffer.from(cookie.split('.')[3] ?? '', 'base64url').toString('latin1');
    for (const secret of [asked.state, asked.nonce]) expect(cookie + readable).not.toContain(secret);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it('behind https the cookies can be set by this host alone', async () => {
    const secure = await createAccountsApp({
      config: {
        publicUrl: 'https://tours.test',
        google: { issuer: stage.provider.issuer, ...CLIENT },
      },
    });
    const answer = await new TestBrowser(secure).visit(START);
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-oriel_oauth_flow=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await secure.close();
  });

  it('coming back finds the same member', async () => {
    const first = await signInWithGoogle(stage.browser);
    const again = await signInWithGoogle(new TestBrowser(stage.site));
    expect(again.user.id).toBe(first.user.id);
    expect(again.refreshToken).not.toBe(first.refreshToken);
  });

  it('two first sign-ins at once make one member', async () => {
    const callbacks = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const own = new TestBrowser(stage.site);
        return { own, callback: await own.passProvider(await own.begin()) };
      }),
    );
    const ends = await Promise.all(callbacks.map(({ own, callback }) => own.visit(callback)));
    expect(new Set(ends.map((end) => callbackParams(end).user.id)).size).toBe(1);
  });

  it('a member who left and comes back is a new member', async () => {
    const first = (await signInWithGoogle(stage.browser)).user;
    await stage.site.db
      .updateTable('members')
      .set({ deleted_at: new Date(), email: null, first_name: '', last_name: '', avatar: null })
      .where('id', '=', first.id)
      .execute();
    const again = (await signInWithGoogle(new TestBrowser(stage.site))).user;
    expect(again.id).not.toBe(first.id);
    expect(again.email).toBe(first.email);
  });

  it.each([
    ['over http', 'http://pictures.test/a.jpg'],
    ['that is a script', 'javascript:alert(1)'],
    ['of data', 'data:image/png;base64,AAAA'],
    ['with a very long address', `https://a.test/${'a'.repeat(3000)}`],
  ])('a picture %s is not taken', async (_, picture) => {
    stage.provider.person = newPerson({ picture });
    expect((await signInWithGoogle(stage.browser)).user.avatar).toBeNull();
  });

  it('a name that does not fit is made to fit', async () => {
    stage.provider.person = newPerson({ given_name: `A\r\nBcc: x${'y'.repeat(200)}`, family_name: '' });
    const { firstName } = (await signInWithGoogle(stage.browser)).user;
    expect(firstName).toHaveLength(80);
    expect(firstName).not.toMatch(/\p{Cc}/u);
  });
});

describe('accounts that are there already', () => {
  it("A19 pre-registered with a victim's email: the attacker's password and sessions end", async () => {
    const attacker = await stage.site.join();
    stage.provider.person = newPerson({ email: attacker.email });
    const victim = await signInWithGoogle(stage.browser);
    expect(victim.user).toMatchObject({ id: attacker.user.id, emailVerified: true, hasPassword: false });
    expect((await stage.site.signIn(attacker.email, PASSWORD)).statusCode).toBe(401);
    expect((await stage.site.call('GET', 'me', { token: attacker.token })).statusCode).toBe(401);
    const body = { refreshToken: attacker.refreshToken };
    expect((await stage.site.call('POST', 'token/refresh', { body })).statusCode).toBe(401);
    const ended = await stage.site.db
      .selectFrom('member_sessions')
      .select('end_reason')
      .where('member_id', '=', victim.user.id)
      .where('ended_at', 'is not', null)
      .execute();
    expect(ended).toEqual([{ end_reason: 'adopted' }]);
    expect((await stage.browser.exchange(victim.refreshToken)).statusCode).toBe(200);
  });

  it('a verified account keeps its password and sessions', async () => {
    const member = await stage.site.join();
    await stage.site.db
      .updateTable('members')
      .set({ email_verified_at: new Date() })
      .where('id', '=', member.user.id)
      .execute();
    stage.provider.person = newPerson({ email: member.email, hd: 'example.org' });
    expect((await signInWithGoogle(stage.browser)).user).toMatchObject({
      id: member.user.id,
      hasPassword: true,
    });
    expect((await stage.site.signIn(member.email, PASSWORD)).statusCode).toBe(200);
    expect((await stage.site.call('GET', 'me', { token: member.token })).statusCode).toBe(200);
  });

  it('a verified account is not joined by an address that the provider does not host, until the browser knows it', async () => {
    const member = await stage.site.join();
    await stage.site.db
      .updateTable('members')
      .set({ email_verified_at: new Date() })
      .where('id', '=', member.user.id)
      .execute();
    stage.provider.person = newPerson({ email: member.email });
    expectRefusal(await stage.browser.signIn(), /^There is an account with this email address already\./);
    const identities = stage.site.db.selectFrom('member_identities').where('member_id', '=', member.user.id);
    expect(await identities.select('subject').execute()).toEqual([]);

    const [name = '', value = ''] = member.cookie.split(/=(.*)/s);
    const { host } = new URL(PUBLIC_URL);
    stage.browser.cookies.set('device', { name, value, path: '/api/auth', host });
    expect((await signInWithGoogle(stage.browser)).user.id).toBe(member.user.id);
    // From then on by the identity, wherever it comes from; and the owner was told.
    expect((await signInWithGoogle(new TestBrowser(stage.site))).user.id).toBe(member.user.id);
    expect(stage.site.mails('security-notice').length).toBeGreaterThan(0);
    const linked = stage.site.db
      .selectFrom('security_events')
      .select('id')
      .where('kind', '=', 'identity-linked');
    expect(await linked.where('member_id', '=', member.user.id).execute()).toHaveLength(1);
  });

  it('A20 keyed by issuer and subject, whatever becomes of the address there', async () => {
    const person = newPerson();
    stage.provider.person = person;
    const first = (await signInWithGoogle(stage.browser)).user;
    const other = await stage.site.join();
    for (const changed of [
      { email: newEmail() },
      { email: other.email, email_verified: false },
      { email: other.email, email_verified: true },
    ]) {
      stage.provider.person = { ...person, ...changed };
      const user = (await signInWithGoogle(new TestBrowser(stage.site))).user;
      expect(user).toMatchObject({ id: first.id, email: first.email });
    }
    expect((await stage.site.signIn(other.email, PASSWORD)).statusCode).toBe(200);
  });

  it.each([
    ['taken', true],
    ['free', false],
  ])('an unverified email that is %s begins no session', async (_, isTaken) => {
    const email = isTaken ? (await stage.site.join()).email : newEmail();
    for (const changed of [{ email_verified: false }, { email_verified: undefined }]) {
      const { email_verified: _verified, ...rest } = newPerson({ email });
      stage.provider.person = changed.email_verified === undefined ? rest : { ...rest, ...changed };
      expectRefusal(await new TestBrowser(stage.site).signIn(), /^Your Google account has no verified email/);
    }
    const rows = await stage.site.db.selectFrom('members').select('id').where('email', '=', email).execute();
    expect(rows).toHaveLength(isTaken ? 1 : 0);
    if (isTaken) expect((await stage.site.signIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it('a missing email begins no session', async () => {
    stage.provider.person = { sub: 'without an address' };
    expectRefusal(await stage.browser.signIn(), /^Your Google account has no verified email/);
  });
});

describe('what cannot be used', () => {
  it('a blocked member is told why', async () => {
    const { user } = await signInWithGoogle(stage.browser);
    const { db, jobs } = stage.site;
    await blockMember({ db, jobs }, user.email);
    expectRefusal(await stage.browser.signIn(), /^This account is blocked\./);
    await unblockMember({ db, jobs }, user.email);
    expect((await signInWithGoogle(stage.browser)).user.id).toBe(user.id);
  });

  it('declining leads to the page for errors', async () => {
    stage.provider.person = undefined;
    expectRefusal(await stage.browser.signIn(), /^You cancelled the sign in\.$/);
  });

  it.each(['facebook', 'constructor', '__proto__', 'a%2Fb'])('an unknown provider: %s', async (name) => {
    const refusal = /^Signing in with this service is not available\.$/;
    expectRefusal(await stage.browser.visit(`/api/auth/oauth/${name}?redirect=1`), refusal);
    expectRefusal(await stage.browser.visit(`/api/auth/oauth/${name}/callback?code=a&state=b`), refusal);
  });

  it('Google where it is not set up', async () => {
    const bare = await createAccountsApp({ config: { publicUrl: PUBLIC_URL } });
    const client = new TestBrowser(bare);
    const refusal = /^Google sign in is not set up on this site\. Please sign in with your email instead\.$/;
    expectRefusal(await client.visit(START), refusal);
    expectRefusal(await client.visit('/api/auth/oauth/google/callback?code=a&state=b'), refusal);
    await bare.close();
  });

  it('a provider that is down or silent: told quickly, and asked again by the next client', async () => {
    const silent = await listenAnywhere(() => undefined);
    const gone = await listenAnywhere(() => undefined);
    await closeServer(gone.server);
    let asked = 0;
    const broken = await listenAnywhere((_request, response) => {
      asked += 1;
      response.writeHead(500).end('<html>');
    });
    for (const { address } of [silent, gone, broken]) {
      const lonely = await createAccountsApp({
        config: { publicUrl: PUBLIC_URL, google: { issuer: address, ...CLIENT } },
      });
      const began = Date.now();
      const sentence = /^Google cannot be reached right now\. Please try again in a moment\.$/;
      expectRefusal(await new TestBrowser(lonely).visit(START), sentence);
      expect(Date.now() - began).toBeLessThan(6_000);
      if (address === broken.address) {
        expectRefusal(await new TestBrowser(lonely).visit(START), sentence);
        expect(asked).toBe(2);
      }
      await lonely.close();
    }
    await closeServer(silent.server);
    await closeServer(broken.server);
  }, 30_000);

  it('one address cannot begin without end', async () => {
    const statuses = [];
    for (let tries = 0; tries < 65; tries += 1)
      statuses.push((await stage.browser.visit(START)).location.pathname);
    expect(statuses.filter((path) => path === '/auth/error')).toHaveLength(5);
  });
});
