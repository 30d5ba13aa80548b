import type { Session } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import {
  BROWSER,
  codeIn,
  cookiesOf,
  createMailingApp,
  linkIn,
  type MailingApp,
} from '../../../../testing/apps/mailing-app.ts';

let site: MailingApp;
beforeAll(async () => {
  site = await createMailingApp();
});
afterAll(() => site.close());

const refresh = (refreshToken: string, headers: Record<string, string> = {}) =>
  site.post('/api/auth/token/refresh', { refreshToken }, headers);
const signUp = (email: string, headers: Record<string, string> = BROWSER) =>
  site.post('/api/auth/signup', { email, password: PASSWORD, firstName: 'Anna' }, headers);

/** The sign-ins of a browser without a redirect. */
const SIGN_INS = {
  'signing up': async () => signUp(newEmail()),
  'a password': async () => {
    const { email } = await site.join();
    return site.post('/api/auth/login', { email, password: PASSWORD }, BROWSER);
  },
  'a mailed code': async () => {
    const { email } = await site.join();
    const request = { channel: 'email', email, purpose: 'login' };
    const cookie = cookiesOf(await site.post('/api/auth/otp/request', request, BROWSER));
    const code = codeIn((await site.doJobs()).find(({ to }) => to === email));
    return site.post('/api/auth/otp/verify', { ...request, code }, { ...BROWSER, cookie });
  },
  'a new password': async () => {
    const { email } = await site.join();
    await site.post('/api/auth/password/reset/request', { email }, BROWSER);
    const resetToken = linkIn((await site.doJobs()).find(({ to }) => to === email)).token;
    const body = { resetToken, newPassword: 'a wide window over the bay' };
    return site.post('/api/auth/password/reset/confirm', body, BROWSER);
  },
};

describe('a session that began in a browser', () => {
  it.each(Object.entries(SIGN_INS))('by %s can only be refreshed there, repeatedly', async (_, signIn) => {
    const response = await signIn();
    expect(response.statusCode).toBe(200);
    const cookie = cookiesOf(response);
    const { refreshToken, user } = response.json<Session>();
    const otherCookie = cookiesOf(await signUp(newEmail()));
    const forged = `oriel_bind=${'A'.repeat(43)}`;
    for (const headers of [
      {},
      BROWSER,
      { ...BROWSER, cookie: otherCookie },
      { ...BROWSER, cookie: forged },
    ]) {
      expect((await refresh(refreshToken, headers)).json()).toMatchObject({ code: 'session_ended' });
    }
    // The refused requests neither consumed the token nor ended the session.
    let current = refreshToken;
    for (let times = 0; times < 3; times += 1) {
      const renewed = (await refresh(current, { ...BROWSER, cookie })).json<Session>();
      expect(renewed.user.id).toBe(user.id);
      current = renewed.refreshToken;
    }
    expect((await refresh(current)).statusCode).toBe(401);
    expect((await refresh(refreshToken)).statusCode).toBe(401);
    expect((await refresh(current, { cookie })).statusCode).toBe(200);
  });

  it('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const lines = [(await signUp(newEmail())).headers['set-cookie'] ?? []].flat();
    expect(lines.find((line) => line.startsWith('oriel_bind='))).toMatch(
      /^oriel_bind=[\w-]{43}; Max-Age=5184000; Path=\/api\/auth\/token\/refresh; HttpOnly; SameSite=Strict$/,
    );
  });

  it('can be ended with its tokens alone', async () => {
    const response = await signUp(newEmail());
    const { refreshToken } = response.json<Session>();
    expect((await site.post('/api/auth/logout', { refreshToken })).statusCode).toBe(200);
    expect((await refresh(refreshToken, { cookie: cookiesOf(response) })).statusCode).toBe(401);
  });
});

it('a session that did not begin in a browser needs no cookie', async () => {
  const response = await signUp(newEmail(), {});
  expect(cookiesOf(response)).not.toContain('oriel_bind');
  const { refreshToken } = response.json<Session>();
  expect((await refresh(refreshToken)).statusCode).toBe(200);
});

it('under https the cookie has the __Host- prefix', async () => {
  const secure = await createMailingApp({ config: { publicUrl: 'https://oriel.example' } });
  const headers = { ...BROWSER, host: 'oriel.example' };
  const body = { email: newEmail(), password: PASSWORD, firstName: 'Anna' };
  const response = await secure.post('/api/auth/signup', body, headers);
  const lines = [response.headers['set-cookie'] ?? []].flat();
  expect(lines.find((line) => line.includes('oriel_bind='))).toMatch(
    /^__Host-oriel_bind=\S+; Max-Age=5184000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const { refreshToken } = response.json<Session>();
  const cookie = cookiesOf(response);
  const refused = await secure.post('/api/auth/token/refresh', { refreshToken }, headers);
  expect(refused.statusCode).toBe(401);
  const renewed = await secure.post('/api/auth/token/refresh', { refreshToken }, { ...headers, cookie });
  expect(renewed.statusCode).toBe(200);
  await secure.close();
});
