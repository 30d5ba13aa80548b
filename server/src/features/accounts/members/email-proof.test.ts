import type { OwnershipQuestion, Session } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { newPerson, setUpOidcApp, signInWithGoogle } from '../../../../testing/apps/oidc-app.ts';
import { issueCode, issueLinkSecret } from '../codes/secrets.ts';
import { createTokens } from '../sessions/jwt.ts';

const oidc = setUpOidcApp();

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
type Member = Awaited<ReturnType<typeof oidc.site.join>>;

const keys = () => ({ tokens: createTokens(oidc.site.config) });
const linkTo = (email: string) => issueLinkSecret(oidc.site.db, keys(), 'verify-token', email);
const resetLinkTo = (email: string) => issueLinkSecret(oidc.site.db, keys(), 'reset-token', email);

/** Signs in with a new code, by default in a browser that is no known device. */
async function signInByCode(email: string, body: object = {}, headers: Record<string, string> = {}) {
  const code = await issueCode(oidc.site.db, keys(), 'login', email);
  const request = { channel: 'email', email, purpose: 'login', code, ...body };
  return oidc.site.call('POST', 'otp/verify', { body: request, headers });
}

const openLink = (body: object, headers: Record<string, string> = {}) =>
  oidc.site.call('POST', 'email/verify', { body, headers });
const answerQuestion = (token: string, answer: string) =>
  oidc.site.call('POST', 'email/ownership', { body: { token, answer } });

async function ask(email: string): Promise<OwnershipQuestion> {
  return (await signInByCode(email, { canAsk: true })).json().question;
}

/** Statuses of the person who signed up: sign in, use their session, refresh it. */
async function statuses({ email, token, refreshToken }: Member): Promise<number[]> {
  const responses = [
    await oidc.site.signIn(email, PASSWORD),
    await oidc.site.call('GET', 'me', { token }),
    await oidc.site.call('POST', 'token/refresh', { body: { refreshToken } }),
  ];
  return responses.map(({ statusCode }) => statusCode);
}

const REFUSED = [401, 401, 401];
const ACCEPTED = [200, 200, 200];

/** An attacker signs up with a victim's email, whose mails they cannot read. */
const preHijack = (fields: object = {}) =>
  oidc.site.join(
    { firstName: 'Mallory', phone: '+1 555 0100', ...fields },
    { headers: { 'user-agent': FIREFOX } },
  );

async function kindsOf(memberId: string): Promise<string[]> {
  const events = await oidc.site.db
    .selectFrom('security_events')
    .select('kind')
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return events.map(({ kind }) => kind);
}

describe('an account created with the email of another person', () => {
  it('A19b is cleared when its owner signs in with a code, and the owner is notified', async () => {
    const attacker = await preHijack();
    const signedIn = await signInByCode(attacker.email);
    expect(signedIn.json<Session>().user).toMatchObject({
      id: attacker.user.id,
      emailVerified: true,
      hasPassword: false,
      firstName: attacker.email.split('@', 1)[0],
      phone: '',
    });
    expect(await statuses(attacker)).toEqual(REFUSED);
    expect(await kindsOf(attacker.user.id)).toEqual(['signed-up', 'account-claimed', 'new-device']);
    expect(oidc.site.mails('security-notice')).toHaveLength(1);
  });

  it('A19c is cleared by a mailed link, also for a later sign-in with Google', async () => {
    const attacker = await preHijack();
    const opened = await openLink({ token: await linkTo(attacker.email) });
    expect(opened.json()).toMatchObject({ isClaimed: true });
    expect(await statuses(attacker)).toEqual(REFUSED);
    oidc.provider.person = newPerson({ email: attacker.email, hd: 'example.org' });
    expect((await signInWithGoogle(oidc.browser)).user).toMatchObject({ id: attacker.user.id });
    expect(await statuses(attacker)).toEqual(REFUSED);
  });

  it('is cleared when its owner resets the password', async () => {
    const attacker = await preHijack();
    const newPassword = 'a wide window over the bay';
    const body = { resetToken: await resetLinkTo(attacker.email), newPassword };
    const reset = await oidc.site.call('POST', 'password/reset/confirm', { body });
    expect(reset.json<Session>().user).toMatchObject({ emailVerified: true, phone: '', lastName: '' });
    expect(await statuses(attacker)).toEqual(REFUSED);
    expect((await oidc.site.signIn(attacker.email, newPassword)).statusCode).toBe(200);
  });

  it('earns no reward for the referrer', async () => {
    const referrer = await oidc.site.join();
    const attacker = await preHijack({ referralCode: referrer.user.id });
    await signInByCode(attacker.email);
    const rewards = await oidc.site.db
      .selectFrom('referral_rewards')
      .select('kind')
      .where('member_id', '=', referrer.user.id)
      .execute();
    expect(rewards).toEqual([]);
  });
});

describe('the owner of an email', () => {
  it('is asked for ownership; until they answer, neither password nor sessions work', async () => {
    const member = await preHijack();
    const question = await ask(member.email);
    expect(question).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      email: member.email,
      createdAt: member.user.createdAt,
      device: 'Firefox on Windows',
    });
    expect(await statuses(member)).toEqual([403, 401, 403]);
    expect((await oidc.site.signIn(member.email, PASSWORD)).json()).toMatchObject({
      code: 'ownership_unanswered',
    });
    expect((await oidc.site.signIn(member.email, 'a wrong password')).statusCode).toBe(401);

    const session = (await answerQuestion(question.token, 'mine')).json<Session>();
    expect(session.user).toMatchObject({ emailVerified: true, hasPassword: true, phone: '+1 555 0100' });
    expect(await statuses(member)).toEqual(ACCEPTED);
    expect((await answerQuestion(question.token, 'not-mine')).json()).toMatchObject({ code: 'wrong_code' });
  });

  it('clears the account by denying ownership', async () => {
    const attacker = await preHijack();
    const { token } = await ask(attacker.email);
    expect((await answerQuestion(token, 'not-mine')).json<Session>().user).toMatchObject({
      hasPassword: false,
    });
    expect(await statuses(attacker)).toEqual(REFUSED);
    expect(await kindsOf(attacker.user.id)).toEqual([
      'signed-up',
      'ownership-asked',
      'account-claimed',
      'new-device',
    ]);
  });

  it('is asked on the page of a link, and reading the page changes nothing', async () => {
    for (const [answer, expected] of [
      ['mine', ACCEPTED],
      ['not-mine', REFUSED],
    ] as const) {
      const member = await preHijack();
      const token = await linkTo(member.email);
      const readPage = () => oidc.site.call('POST', 'email/verify/link', { body: { token } });
      for (let count = 0; count < 2; count += 1) {
        expect((await readPage()).json()).toEqual({
          email: member.email,
          createdAt: member.user.createdAt,
          device: 'Firefox on Windows',
          asksForOwnership: true,
        });
      }
      const me = await oidc.site.call('GET', 'me', { token: member.token });
      expect(me.json().user.emailVerified).toBe(false);
      expect((await openLink({ token, answer })).statusCode).toBe(200);
      expect(await statuses(member)).toEqual(expected);
      expect((await readPage()).json()).toMatchObject({ code: 'wrong_code' });
    }
  });

  it('is not asked in the browser that signed up, by its cookie or its session', async () => {
    const proofs: ((member: Member) => Promise<unknown>)[] = [
      ({ email, cookie }) => signInByCode(email, { canAsk: true }, { cookie }),
      ({ email, cookie }) => signInByCode(email, {}, { cookie }),
      async ({ email, cookie }) => openLink({ token: await linkTo(email) }, { cookie }),
      async ({ email, token }) =>
        openLink({ token: await linkTo(email) }, { authorization: `Bearer ${token}` }),
    ];
    for (const prove of proofs) {
      const member = await oidc.site.join();
      await prove(member);
      expect(await statuses(member)).toEqual(ACCEPTED);
    }
  });

  it('is not recognised by a known device of an earlier account with the email', async () => {
    const owner = await oidc.site.join();
    await oidc.site.call('DELETE', 'me', { token: owner.token, body: { password: PASSWORD } });
    const attacker = await preHijack({ email: owner.email });
    await signInByCode(owner.email, {}, { cookie: owner.cookie });
    expect(await statuses(attacker)).toEqual(REFUSED);
  });

  it('is not recognised by a session of another account', async () => {
    const [attacker, owner] = [await preHijack(), await oidc.site.join()];
    const authorization = `Bearer ${owner.token}`;
    expect((await openLink({ token: await linkTo(attacker.email) }, { authorization })).json()).toMatchObject(
      {
        isClaimed: true,
      },
    );
    expect(await statuses(attacker)).toEqual(REFUSED);
  });
});

it('sign-ins during the question leave no valid session', async () => {
  const attacker = await preHijack();
  const [question, ...signIns] = await Promise.all([
    signInByCode(attacker.email, { canAsk: true }),
    ...Array.from({ length: 8 }, () => oidc.site.signIn(attacker.email, PASSWORD)),
  ]);
  for (const signIn of signIns.filter(({ statusCode }) => statusCode === 200)) {
    const { token } = signIn.json<Session>();
    expect((await oidc.site.call('GET', 'me', { token })).statusCode).toBe(401);
  }
  expect((await answerQuestion(question.json().question.token, 'not-mine')).statusCode).toBe(200);
  expect(await statuses(attacker)).toEqual(REFUSED);
});
