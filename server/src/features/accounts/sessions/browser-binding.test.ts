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

/** Every way of signing in that a browser has without a redirect. */
const WAYS = {
  'signing up': async () => signUp(newEmail()),
  'a password': async () => {
    const { email } = await site.join();
    return site.post('/api/auth/login', { email, password: PASSWORD }, BROWSER);
  },
  'a mailed code': async () => {
    const { email } = await site.join();
    const asked = { channel: 'email', email, purpose: 'login' };
    const cookie = cookiesOf(await site.post('/api/auth/otp/request', asked, BROWSER));
    const code = codeIn((await site.doJobs()).find(({ to }) => to === email));
    return site.post('/api/auth/otp/verify', { ...asked, code }, { ...BROWSER, cookie });
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
  it.each(Object.entries(WAYS))('by %s is refreshed there alone, again and again', async (_, signIn) => {
    const answer = await signIn();
    expect(answer.statusCode).toBe(200);
    const cookie = cookiesOf(answer);
    const { refreshToken, user } = answer.json<Session>();
    const others = cookiesOf(await signUp(newEmail()));
    const forged = `oriel_bind=${'A'.repeat(43)}`;
    for (const headers of [{}, BROWSER, { ...BROWSER, cookie: others }, { ...BROWSER, cookie: forged }]) {
      expect((await refresh(refreshToken, headers)).json()).toMatchObject({ code: 'session_ended' });
    }
    // Nothing was used up or ended by that.
    let present = refreshToken;
    for (let times = 0; times < 3; times += 1) {
      const renewed = (await refresh(present, { ...BROWSER, cookie })).json<Session>();
      expect(renewed.user.id).toBe(user.id);
      present = renewed.refreshToken;
    }
    expect((await refresh(present)).statusCode).toBe(401);
    expect((await refresh(refreshToken)).statusCode).toBe(401);
    expect((await refresh(present, { cookie })).statusCode).toBe(200);
  });

  it('leaves its cookie where no page reads it and no other site sends it', async () => {
    const lines = [(await signUp(newEmail())).headers['set-cookie'] ?? []].flat();
    expect(lines.find((line) => line.startsWith('oriel_bind='))).toMatch(
      /^oriel_bind=[\w-]{43}; Max-Age=5184000; Path=\/api\/auth\/token\/refresh; HttpOnly; SameSite=Strict$/,
    );
  });

  it('can be ended by its tokens alone', async () => {
    const answer = await signUp(newEmail());
    const { refreshToken } = answer.json<Session>();
    expect((await site.post('/api/auth/logout', { refreshToken })).statusCode).toBe(200);
    expect((await refresh(refreshToken, { cookie: cookiesOf(answer) })).statusCode).toBe(401);
  });
});

it('a session that began elsewhere needs no cookie', async () => {
  const answer = await signUp(newEmail(), {});
  expect(cookiesOf(answer)).not.toContain('oriel_bind');
  const { refreshToken } = answer.json<Session>();
  expect((await refresh(refreshToken)).statusCode).toBe(200);
});

it('under https the cookie bears the prefix that keeps neighbouring hosts out', async () => {
  const secure = await createMailingApp({ config: { publicUrl: 'https://oriel.example' } });
  const headers = { ...BROWSER, host: 'oriel.example' };
  const body = { email: newEmail(), password: PASSWORD, firstName: 'Anna' };
  const answer = await secure.post('/api/auth/signup', body, headers);
  const lines = [answer.headers['set-cookie'] ?? []].flat();
  expect(lines.find((line) => line.includes('oriel_bind='))).toMatch(
    /^__Host-oriel_bind=\S+; Max-Age=5184000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const { refreshToken } = answer.json<Session>();
  const cookie = cookiesOf(answer);
  const refused = await secure.post('/api/auth/token/refresh', { refreshToken }, headers);
  expect(refused.statusCode).toBe(401);
  const renewed = await secure.post('/api/auth/token/refresh', { refreshToken }, { ...headers, cookie });
  expect(renewed.statusCode).toBe(200);
  await secure.close();
});
