import type { Session } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import {
  BROWSER,
  codeIn,
  cookiesOf,
  createMailingApp,
  type MailingApp,
  wrongFor,
} from '../../../../testing/apps/mailing-app.ts';

let site: MailingApp;
beforeAll(async () => {
  site = await createMailingApp();
});
afterAll(() => site.close());

type Purpose = 'login' | 'password-reset';
const WRONG = { status: 400, code: 'wrong_code' };

/** Asks for a code in a browser. */
async function ask(email: string, { purpose = 'login' as Purpose, cookie = '' } = {}) {
  const body = { channel: 'email', email, purpose };
  const answer = await site.post('/api/auth/otp/request', body, { ...BROWSER, cookie });
  expect(answer.statusCode).toBe(200);
  const mail = (await site.doJobs()).find(({ to }) => to === email);
  return { answer, cookie: cookiesOf(answer), code: mail ? codeIn(mail) : '' };
}

/** Gives a code back in a browser that sends these cookies. */
const give = (email: string, code: string, cookie: string, purpose: Purpose = 'login') =>
  site.post(
    '/api/auth/otp/verify',
    { channel: 'email', email, purpose, code },
    { ...BROWSER, ...(cookie && { cookie }) },
  );

/** What strangers can do without a code: without a request, with one that is made up, and with requests of their own. */
async function strangersSpendTries(email: string, purpose: Purpose, right: string): Promise<void> {
  const wrong = wrongFor(right);
  const madeUp = `oriel_otp=${'A'.repeat(22)}.${'A'.repeat(43)}`;
  const elsewhere = (await ask(newEmail(), { purpose })).cookie;
  const statuses: number[] = [];
  for (const cookie of ['', madeUp, elsewhere, '', madeUp, elsewhere, '']) {
    statuses.push((await give(email, wrong, cookie, purpose)).statusCode);
  }
  expect(statuses).toEqual([...Array(5).fill(400), 429, 429]);
  for (let requests = 0; requests < 3; requests += 1) {
    const own = await ask(email, { purpose });
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await give(email, wrong, own.cookie, purpose)).statusCode).toBe(400);
    }
    expect((await give(email, right, own.cookie, purpose)).statusCode).toBe(429);
  }
}

describe('a code that a browser asks for', () => {
  it('opens nothing in another browser, and works in its own', async () => {
    const { email } = await site.join();
    const { answer, code, cookie } = await ask(email);
    expect(answer.json()).toEqual({ message: 'OTP sent to your email. Enter the code to continue.' });
    expect(answer.headers['set-cookie']).toMatch(
      /^oriel_otp=[\w-]{22}\.[\w-]{43}; Max-Age=1800; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
    expect((await site.verify(email, code)).json()).toMatchObject(WRONG);
    expect((await give(email, code, '')).json()).toMatchObject(WRONG);
    const { cookie: other } = await ask(newEmail());
    expect((await give(email, code, other)).json()).toMatchObject(WRONG);
    expect((await give(email, code, cookie)).json<Session>().user.email).toBe(email);
    expect((await give(email, code, cookie)).json()).toMatchObject(WRONG);
  });

  it('still signs in after strangers spent all tries of the code and of the password', async () => {
    const { email } = await site.join();
    const { code, cookie } = await ask(email);
    await strangersSpendTries(email, 'login', code);
    const spent = { key: `login-account:${email}`, hits: 30, resets_at: new Date(Date.now() + 3_600_000) };
    await site.db.insertInto('rate_limits').values(spent).execute();
    expect((await site.post('/api/auth/login', { email, password: PASSWORD })).statusCode).toBe(429);
    expect((await give(email, code, cookie)).statusCode).toBe(200);
  });

  it('still resets the password after strangers spent all tries, and the new one signs in', async () => {
    const { email } = await site.join();
    const { code, cookie } = await ask(email, { purpose: 'password-reset' });
    await strangersSpendTries(email, 'password-reset', code);
    const { resetToken } = (await give(email, code, cookie, 'password-reset')).json();
    const newPassword = 'a wide window over the bay';
    const reset = await site.post('/api/auth/password/reset/confirm', { resetToken, newPassword });
    expect(reset.statusCode).toBe(200);
    const again = await site.post('/api/auth/login', { email, password: newPassword }, BROWSER);
    expect(again.statusCode).toBe(200);
  });

  it('has five tries, which a newer code brings back, and strangers 50 a day', async () => {
    const { email } = await site.join();
    const statuses: number[] = [];
    for (let requests = 0; requests < 11; requests += 1) {
      await site.db.deleteFrom('rate_limits').where('key', 'like', 'code-sends:%').execute();
      const { code, cookie } = await ask(email);
      for (let tries = 0; tries < 5; tries += 1) {
        statuses.push((await give(email, wrongFor(code), cookie)).statusCode);
      }
    }
    expect(statuses).toEqual([...Array(50).fill(400), ...Array(5).fill(429)]);
  });

  it('is sent to and taken from a browser that knows the account, whatever strangers spent', async () => {
    const { email } = await site.join();
    const signedIn = await site.post('/api/auth/login', { email, password: PASSWORD });
    const device = cookiesOf(signedIn);
    await site.doJobs();
    await site.db
      .insertInto('rate_limits')
      .values(
        [`code-sends:login:${email}`, `code-tries-askers:login:${email}`, `code-tries:login:${email}`].map(
          (key) => ({ key, hits: 1_000, resets_at: new Date(Date.now() + 3_600_000) }),
        ),
      )
      .execute();
    const body = { channel: 'email', email, purpose: 'login' };
    expect((await site.post('/api/auth/otp/request', body, BROWSER)).statusCode).toBe(429);
    const { code, cookie } = await ask(email, { cookie: device });
    expect((await give(email, wrongFor(code), `${device}; ${cookie}`)).statusCode).toBe(400);
    expect((await give(email, code, `${device}; ${cookie}`)).statusCode).toBe(200);
  });

  it('stays valid beside those of other tabs, and is replaced by a newer one of the same tab', async () => {
    const { email } = await site.join();
    const first = await ask(email);
    const reset = await ask(email, { purpose: 'password-reset', cookie: first.cookie });
    const second = await ask(email, { cookie: reset.cookie });
    if (first.code !== second.code)
      expect((await give(email, first.code, second.cookie)).json()).toMatchObject(WRONG);
    expect((await give(email, reset.code, second.cookie, 'password-reset')).statusCode).toBe(200);
    expect((await give(email, second.code, second.cookie)).statusCode).toBe(200);
  });

  it('proves who is signed in, whatever strangers spent', async () => {
    const { email, token } = await site.join();
    const { code, cookie } = await ask(email);
    await strangersSpendTries(email, 'login', code);
    const authorization = `Bearer ${token}`;
    const elsewhere = await site.post('/api/auth/reauth', { code }, { ...BROWSER, authorization });
    expect(elsewhere.json()).toMatchObject({ status: 403, code: 'wrong_code' });
    const proven = await site.post('/api/auth/reauth', { code }, { ...BROWSER, authorization, cookie });
    expect(proven.statusCode).toBe(200);
  });

  it('says nothing about who has an account', async () => {
    const { email } = await site.join();
    const statuses: number[][] = [];
    for (const address of [email, newEmail()]) {
      const { cookie } = await ask(address);
      const own: number[] = [];
      for (let tries = 0; tries < 6; tries += 1) own.push((await give(address, '000000', cookie)).statusCode);
      for (let tries = 0; tries < 6; tries += 1) own.push((await give(address, '000000', '')).statusCode);
      statuses.push(own);
    }
    expect(statuses[0]).toEqual(statuses[1]);
  });
});

it('under https the cookie bears the prefix that keeps neighbouring hosts out', async () => {
  const secure = await createMailingApp({ config: { publicUrl: 'https://oriel.example' } });
  const body = { channel: 'email', email: newEmail(), purpose: 'login' };
  const answer = await secure.post('/api/auth/otp/request', body, { host: 'oriel.example' });
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-oriel_otp=\S+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  await secure.close();
});

describe('a client without cookies', () => {
  it('may have the id of its request, and needs it then', async () => {
    const { email } = await site.join();
    const asked = { channel: 'email', email, purpose: 'login' };
    const answer = await site.post('/api/auth/otp/request', { ...asked, wantsRequestId: true });
    const { requestId } = answer.json<{ requestId: string }>();
    const code = codeIn((await site.doJobs()).find(({ to }) => to === email));
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await site.verify(email, code)).json()).toMatchObject(WRONG);
    }
    expect((await site.verify(email, code)).statusCode).toBe(429);
    const verified = await site.post('/api/auth/otp/verify', { ...asked, code, requestId });
    expect(verified.json<Session>().user.email).toBe(email);
    const reset = await site.post('/api/auth/password/reset/request', { email, wantsRequestId: true });
    expect(reset.json()).toMatchObject({ requestId: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/) });
    await site.doJobs();
  });
});
