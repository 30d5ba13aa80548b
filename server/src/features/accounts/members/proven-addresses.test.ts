import type { OwnershipQuestion, Session } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { newPerson, setUpOidcApp, signInWithGoogle } from '../../../../testing/apps/oidc-app.ts';
import { issueCode, issueLinkSecret } from '../codes/secrets.ts';
import { createTokens } from '../sessions/jwt.ts';

const stage = setUpOidcApp();

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
type Member = Awaited<ReturnType<typeof stage.site.join>>;

const keys = () => ({ tokens: createTokens(stage.site.config) });
const linkTo = (email: string) => issueLinkSecret(stage.site.db, keys(), 'verify-token', email);
const resetLinkTo = (email: string) => issueLinkSecret(stage.site.db, keys(), 'reset-token', email);

/** Signs in with a fresh code, by default in a browser that knows nobody. */
async function signInByCode(email: string, body: object = {}, headers: Record<string, string> = {}) {
  const code = await issueCode(stage.site.db, keys(), 'login', email);
  const given = { channel: 'email', email, purpose: 'login', code, ...body };
  return stage.site.call('POST', 'otp/verify', { body: given, headers });
}

const openLink = (body: object, headers: Record<string, string> = {}) =>
  stage.site.call('POST', 'email/verify', { body, headers });
const answer = (token: string, given: string) =>
  stage.site.call('POST', 'email/ownership', { body: { token, answer: given } });

async function ask(email: string): Promise<OwnershipQuestion> {
  return (await signInByCode(email, { canAsk: true })).json().question;
}

/** What whoever signed up can still do: sign in, use their session, refresh it. */
async function statuses({ email, token, refreshToken }: Member): Promise<number[]> {
  const answers = [
    await stage.site.signIn(email, PASSWORD),
    await stage.site.call('GET', 'me', { token }),
    await stage.site.call('POST', 'token/refresh', { body: { refreshToken } }),
  ];
  return answers.map(({ statusCode }) => statusCode);
}

const OUT = [401, 401, 401];
const IN = [200, 200, 200];

/** Somebody signs up with the address of somebody else, whose mails they cannot read. */
const preHijack = (fields: object = {}) =>
  stage.site.join(
    { firstName: 'Mallory', phone: '+1 555 0100', ...fields },
    { headers: { 'user-agent': FIREFOX } },
  );

async function kindsOf(memberId: string): Promise<string[]> {
  const events = await stage.site.db
    .selectFrom('security_events')
    .select('kind')
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return events.map(({ kind }) => kind);
}

describe('an account that was made with the email of another person', () => {
  it('A19b is cleared when its owner signs in with a code, and the owner is told', async () => {
    const attacker = await preHijack();
    const signedIn = await signInByCode(attacker.email);
    expect(signedIn.json<Session>().user).toMatchObject({
      id: attacker.user.id,
      emailVerified: true,
      hasPassword: false,
      firstName: attacker.email.split('@', 1)[0],
      phone: '',
    });
    expect(await statuses(attacker)).toEqual(OUT);
    expect(await kindsOf(attacker.user.id)).toEqual(['signed-up', 'account-claimed', 'new-device']);
    expect(stage.site.mails('security-notice')).toHaveLength(1);
  });

  it('A19c is cleared by the link of a mail, and stays so when its owner comes with Google', async () => {
    const attacker = await preHijack();
    const opened = await openLink({ token: await linkTo(attacker.email) });
    expect(opened.json()).toMatchObject({ isClaimed: true });
    expect(await statuses(attacker)).toEqual(OUT);
    stage.provider.person = newPerson({ email: attacker.email, hd: 'example.org' });
    expect((await signInWithGoogle(stage.browser)).user).toMatchObject({ id: attacker.user.id });
    expect(await statuses(attacker)).toEqual(OUT);
  });

  it('is cleared by a new password of its owner', async () => {
    const attacker = await preHijack();
    const newPassword = 'a wide window over the bay';
    const body = { resetToken: await resetLinkTo(attacker.email), newPassword };
    const reset = await stage.site.call('POST', 'password/reset/confirm', { body });
    expect(reset.json<Session>().user).toMatchObject({ emailVerified: true, phone: '', lastName: '' });
    expect(await statuses(attacker)).toEqual(OUT);
    expect((await stage.site.signIn(attacker.email, newPassword)).statusCode).toBe(200);
  });

  it('earns nothing for the member whose link was used', async () => {
    const referrer = await stage.site.join();
    const attacker = await preHijack({ referralCode: referrer.user.id });
    await signInByCode(attacker.email);
    const rewards = await stage.site.db
      .selectFrom('referral_rewards')
      .select('kind')
      .where('member_id', '=', referrer.user.id)
      .execute();
    expect(rewards).toEqual([]);
  });
});

describe('the owner of an address is asked', () => {
  it('and until they answer, neither password nor sessions work', async () => {
    const member = await preHijack();
    const question = await ask(member.email);
    expect(question).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      email: member.email,
      createdAt: member.user.createdAt,
      device: 'Firefox on Windows',
    });
    expect(await statuses(member)).toEqual([403, 401, 403]);
    expect((await stage.site.signIn(member.email, PASSWORD)).json()).toMatchObject({
      code: 'ownership_unanswered',
    });
    expect((await stage.site.signIn(member.email, 'a wrong password')).statusCode).toBe(401);

    const session = (await answer(question.token, 'mine')).json<Session>();
    expect(session.user).toMatchObject({ emailVerified: true, hasPassword: true, phone: '+1 555 0100' });
    expect(await statuses(member)).toEqual(IN);
    expect((await answer(question.token, 'not-mine')).json()).toMatchObject({ code: 'wrong_code' });
  });

  it('and clears the account by saying no', async () => {
    const attacker = await preHijack();
    const { token } = await ask(attacker.email);
    expect((await answer(token, 'not-mine')).json<Session>().user).toMatchObject({ hasPassword: false });
    expect(await statuses(attacker)).toEqual(OUT);
    expect(await kindsOf(attacker.user.id)).toEqual([
      'signed-up',
      'ownership-asked',
      'account-claimed',
      'new-device',
    ]);
  });

  it('also on the page of the link, where one press decides and looking changes nothing', async () => {
    for (const [given, expected] of [
      ['mine', IN],
      ['not-mine', OUT],
    ] as const) {
      const member = await preHijack();
      const token = await linkTo(member.email);
      const look = () => stage.site.call('POST', 'email/verify/link', { body: { token } });
      for (let count = 0; count < 2; count += 1) {
        expect((await look()).json()).toEqual({
          email: member.email,
          createdAt: member.user.createdAt,
          device: 'Firefox on Windows',
          asksForOwnership: true,
        });
      }
      const me = await stage.site.call('GET', 'me', { token: member.token });
      expect(me.json().user.emailVerified).toBe(false);
      expect((await openLink({ token, answer: given })).statusCode).toBe(200);
      expect(await statuses(member)).toEqual(expected);
      expect((await look()).json()).toMatchObject({ code: 'wrong_code' });
    }
  });

  it('but not in the browser that signed up, by its cookie or its session', async () => {
    const ways: ((member: Member) => Promise<unknown>)[] = [
      ({ email, cookie }) => signInByCode(email, { canAsk: true }, { cookie }),
      ({ email, cookie }) => signInByCode(email, {}, { cookie }),
      async ({ email, cookie }) => openLink({ token: await linkTo(email) }, { cookie }),
      async ({ email, token }) =>
        openLink({ token: await linkTo(email) }, { authorization: `Bearer ${token}` }),
    ];
    for (const way of ways) {
      const member = await stage.site.join();
      await way(member);
      expect(await statuses(member)).toEqual(IN);
    }
  });

  it('nor is a browser the own one that only knew an earlier account with the address', async () => {
    const owner = await stage.site.join();
    await stage.site.call('DELETE', 'me', { token: owner.token, body: { password: PASSWORD } });
    const attacker = await preHijack({ email: owner.email });
    await signInByCode(owner.email, {}, { cookie: owner.cookie });
    expect(await statuses(attacker)).toEqual(OUT);
  });

  it('and one who is signed in to another account of theirs is asked all the same', async () => {
    const [attacker, owner] = [await preHijack(), await stage.site.join()];
    const authorization = `Bearer ${owner.token}`;
    expect((await openLink({ token: await linkTo(attacker.email) }, { authorization })).json()).toMatchObject(
      {
        isClaimed: true,
      },
    );
    expect(await statuses(attacker)).toEqual(OUT);
  });
});

it('sign-ins that race with the question leave no session that works', async () => {
  const attacker = await preHijack();
  const [asked, ...signIns] = await Promise.all([
    signInByCode(attacker.email, { canAsk: true }),
    ...Array.from({ length: 8 }, () => stage.site.signIn(attacker.email, PASSWORD)),
  ]);
  for (const signIn of signIns.filter(({ statusCode }) => statusCode === 200)) {
    const { token } = signIn.json<Session>();
    expect((await stage.site.call('GET', 'me', { token })).statusCode).toBe(401);
  }
  expect((await answer(asked.json().question.token, 'not-mine')).statusCode).toBe(200);
  expect(await statuses(attacker)).toEqual(OUT);
});
