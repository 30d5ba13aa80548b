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

/** Requests a code in a browser. */
async function requestCode(email: string, { purpose = 'login' as Purpose, cookie = '' } = {}) {
  const body = { channel: 'email', email, purpose };
  const response = await site.post('/api/auth/otp/request', body, { ...BROWSER, cookie });
  expect(response.statusCode).toBe(200);
  const mail = (await site.doJobs()).find(({ to }) => to === email);
  return { response, cookie: cookiesOf(response), code: mail ? codeIn(mail) : '' };
}

/** Enters a code in a browser with these cookies. */
const enterCode = (email: string, code: string, cookie: string, purpose: Purpose = 'login') =>
  site.post(
    '/api/auth/otp/verify',
    { channel: 'email', email, purpose, code },
    { ...BROWSER, ...(cookie && { cookie }) },
  );

/** Uses up the attempts of attackers: without a request, with a forged one, and with requests of their own. */
async function exhaustAttackerAttempts(email: string, purpose: Purpose, right: string): Promise<void> {
  const wrong = wrongFor(right);
  const forged = `oriel_otp=${'A'.repeat(22)}.${'A'.repeat(43)}`;
  const elsewhere = (await requestCode(newEmail(), { purpose })).cookie;
  const statuses: number[] = [];
  for (const cookie of ['', forged, elsewhere, '', forged, elsewhere, '']) {
    statuses.push((await enterCode(email, wrong, cookie, purpose)).statusCode);
  }
  expect(statuses).toEqual([...Array(5).fill(400), 429, 429]);
  for (let request = 0; request < 3; request += 1) {
    const own = await requestCode(email, { purpose });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await enterCode(email, wrong, own.cookie, purpose)).statusCode).toBe(400);
    }
    expect((await enterCode(email, right, own.cookie, purpose)).statusCode).toBe(429);
  }
}

describe('a code that a browser requested', () => {
  it('works only in that browser', async () => {
    const { email } = await site.join();
    const { response, code, cookie } = await requestCode(email);
    expect(response.json()).toEqual({ message: 'OTP sent to your email. Enter the code to continue.' });
    expect(response.headers['set-cookie']).toMatch(
      /^oriel_otp=[\w-]{22}\.[\w-]{43}; Max-Age=1800; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
    expect((await site.verify(email, code)).json()).toMatchObject(WRONG);
    expect((await enterCode(email, code, '')).json()).toMatchObject(WRONG);
    const { cookie: other } = await requestCode(newEmail());
    expect((await enterCode(email, code, other)).json()).toMatchObject(WRONG);
    expect((await enterCode(email, code, cookie)).json<Session>().user.email).toBe(email);
    expect((await enterCode(email, code, cookie)).json()).toMatchObject(WRONG);
  });

  it('still signs in after attackers used up the attempts of codes and passwords', async () => {
    const { email } = await site.join();
    const { code, cookie } = await requestCode(email);
    await exhaustAttackerAttempts(email, 'login', code);
    const used = { key: `login-account:${email}`, hits: 30, resets_at: new Date(Date.now() + 3_600_000) };
    await site.db.insertInto('rate_limits').values(used).execute();
    expect((await site.post('/api/auth/login', { email, password: PASSWORD })).statusCode).toBe(429);
    expect((await enterCode(email, code, cookie)).statusCode).toBe(200);
  });

  it('still resets the password after attackers used up their attempts', async () => {
    const { email } = await site.join();
    const { code, cookie } = await requestCode(email, { purpose: 'password-reset' });
    await exhaustAttackerAttempts(email, 'password-reset', code);
    const { resetToken } = (await enterCode(email, code, cookie, 'password-reset')).json();
    const newPassword = 'a wide window over the bay';
    const reset = await site.post('/api/auth/password/reset/confirm', { resetToken, newPassword });
    expect(reset.statusCode).toBe(200);
    const again = await site.post('/api/auth/login', { email, password: newPassword }, BROWSER);
    expect(again.statusCode).toBe(200);
  });

  it('allows five attempts per request, and 50 a day for unknown devices', async () => {
    const { email } = await site.join();
    const statuses: number[] = [];
    for (let request = 0; request < 11; request += 1) {
      await site.db.deleteFrom('rate_limits').where('key', 'like', 'code-sends:%').execute();
      const { code, cookie } = await requestCode(email);
      for (let attempt = 0; attempt < 5; attempt += 1) {
        statuses.push((await enterCode(email, wrongFor(code), cookie)).statusCode);
      }
    }
    expect(statuses).toEqual([...Array(50).fill(400), ...Array(5).fill(429)]);
  });

  it('works on a known device after attackers used up their attempts', async () => {
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
    const { code, cookie } = await requestCode(email, { cookie: device });
    expect((await enterCode(email, wrongFor(code), `${device}; ${cookie}`)).statusCode).toBe(400);
    expect((await enterCode(email, code, `${device}; ${cookie}`)).statusCode).toBe(200);
  });

  it('stays valid next to codes of other purposes, and is replaced by a newer one', async () => {
    const { email } = await site.join();
    const first = await requestCode(email);
    const reset = await requestCode(email, { purpose: 'password-reset', cookie: first.cookie });
    const second = await requestCode(email, { cookie: reset.cookie });
    if (first.code !== second.code)
      expect((await enterCode(email, first.code, second.cookie)).json()).toMatchObject(WRONG);
    expect((await enterCode(email, reset.code, second.cookie, 'password-reset')).statusCode).toBe(200);
    expect((await enterCode(email, second.code, second.cookie)).statusCode).toBe(200);
  });

  it('is a proof of identity after attackers used up their attempts', async () => {
    const { email, token } = await site.join();
    const { code, cookie } = await requestCode(email);
    await exhaustAttackerAttempts(email, 'login', code);
    const authorization = `Bearer ${token}`;
    const elsewhere = await site.post('/api/auth/reauth', { code }, { ...BROWSER, authorization });
    expect(elsewhere.json()).toMatchObject({ status: 403, code: 'wrong_code' });
    const proven = await site.post('/api/auth/reauth', { code }, { ...BROWSER, authorization, cookie });
    expect(proven.statusCode).toBe(200);
  });

  it('does not reveal whether an account exists', async () => {
    const { email } = await site.join();
    const statuses: number[][] = [];
    for (const recipient of [email, newEmail()]) {
      const { cookie } = await requestCode(recipient);
      const own: number[] = [];
      for (let attempt = 0; attempt < 6; attempt += 1)
        own.push((await enterCode(recipient, '000000', cookie)).statusCode);
      for (let attempt = 0; attempt < 6; attempt += 1)
        own.push((await enterCode(recipient, '000000', '')).statusCode);
      statuses.push(own);
    }
    expect(statuses[0]).toEqual(statuses[1]);
  });
});

it('under https the cookie has the __Host- prefix', async () => {
  const secure = await createMailingApp({ config: { publicUrl: 'https://oriel.example' } });
  const body = { channel: 'email', email: newEmail(), purpose: 'login' };
  const response = await secure.post('/api/auth/otp/request', body, { host: 'oriel.example' });
  expect(response.headers['set-cookie']).toMatch(
    /^__Host-oriel_otp=\S+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  await secure.close();
});

describe('a client without cookies', () => {
  it('can get the id of its request, and needs it then', async () => {
    const { email } = await site.join();
    const target = { channel: 'email', email, purpose: 'login' };
    const response = await site.post('/api/auth/otp/request', { ...target, wantsRequestId: true });
    const { requestId } = response.json<{ requestId: string }>();
    const code = codeIn((await site.doJobs()).find(({ to }) => to === email));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await site.verify(email, code)).json()).toMatchObject(WRONG);
    }
    expect((await site.verify(email, code)).statusCode).toBe(429);
    const verified = await site.post('/api/auth/otp/verify', { ...target, code, requestId });
    expect(verified.json<Session>().user.email).toBe(email);
    const reset = await site.post('/api/auth/password/reset/request', { email, wantsRequestId: true });
    expect(reset.json()).toMatchObject({ requestId: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/) });
    await site.doJobs();
  });
});
