import type { Session } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import {
  codeIn,
  createMailingApp,
  linkIn,
  type MailingApp,
  wrongFor,
} from '../../../../testing/apps/mailing-app.ts';

const NEW_PASSWORD = 'a wide window over the bay';
const WRONG_TOKEN = { status: 400, code: 'wrong_reset_token', detail: 'Failed to reset password' };
const WRONG_CODE = { status: 400, code: 'wrong_code', detail: 'Failed to verify OTP' };

let site: MailingApp;
beforeAll(async () => {
  site = await createMailingApp({ config: { mode: 'production' } });
});
afterAll(() => site.close());

const confirm = (resetToken: string, newPassword = NEW_PASSWORD) =>
  site.post('/api/auth/password/reset/confirm', { resetToken, newPassword });
const signIn = (email: string, password: string) => site.post('/api/auth/login', { email, password });

/** Requests a reset with a forged Host header, which production trusts the proxy to check, and reads the mail. */
async function resetMail(email: string) {
  const response = await site.post('/api/auth/password/reset/request', { email }, { host: 'evil.example' });
  expect(response.statusCode).toBe(200);
  const mail = (await site.doJobs()).find(({ to }) => to === email);
  return { mail, code: codeIn(mail), ...linkIn(mail) };
}

async function expireSecrets(email: string): Promise<void> {
  await site.db
    .updateTable('one_time_secrets')
    .set({ expires_at: sql<Date>`now() - interval '1 millisecond'` })
    .where('address', '=', email)
    .execute();
}

describe('a forgotten password', () => {
  it('is replaced with a code: all sessions end, one begins, the owner is notified', async () => {
    const member = await site.join();
    const { code } = await resetMail(member.email);
    const { resetToken } = (await site.verify(member.email, code, 'password-reset')).json();
    expect(Buffer.from(resetToken, 'base64url').length).toBeGreaterThanOrEqual(16);

    const response = await confirm(resetToken);
    expect(response.statusCode).toBe(200);
    const session = response.json<Session>();
    expect(session.user).toMatchObject({ email: member.email, emailVerified: true });
    expect((await signIn(member.email, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(member.email, NEW_PASSWORD)).statusCode).toBe(200);
    const refresh = (refreshToken: string) => site.post('/api/auth/token/refresh', { refreshToken });
    expect((await refresh(member.refreshToken)).statusCode).toBe(401);
    expect((await refresh(session.refreshToken)).statusCode).toBe(200);
    expect(await site.doJobs()).toContainEqual(
      expect.objectContaining({ to: member.email, subject: 'Your Oriel password was changed' }),
    );
  });

  it('is replaced with the link of the mail', async () => {
    const { email } = await site.join();
    const { token } = await resetMail(email);
    expect((await confirm(token)).json()).toMatchObject({ user: { email } });
    await site.doJobs();
  });

  it.each([{}, { email: '' }, { email: '  ' }, { email: null }])(
    'names the missing email for %j',
    async (body) => {
      const response = await site.post('/api/auth/password/reset/request', body);
      expect(response.json()).toMatchObject({ status: 400, detail: 'Please enter your email' });
    },
  );

  it('A24 is reset with a forged Host: every link has the configured URL', async () => {
    const { email } = await site.join();
    const { mail, url } = await resetMail(email);
    // Behind the #, which browsers never send.
    expect(url.startsWith(`${site.config.publicUrl}/login#reset=`)).toBe(true);
    const all = `${mail?.text}${mail?.html}`;
    expect(all).not.toContain('evil.example');
    for (const [link] of all.matchAll(/https?:\/\/[^\s"<]+/g)) {
      expect(link.startsWith(site.config.publicUrl)).toBe(true);
    }
  });

  it('A9 accepts a link secret once, even in 20 parallel requests', async () => {
    const { email } = await site.join();
    const { token } = await resetMail(email);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => confirm(token, `${NEW_PASSWORD} ${index}`)),
    );
    const accepted = responses.flatMap((response, index) => (response.statusCode === 200 ? [index] : []));
    expect(accepted).toHaveLength(1);
    for (const response of responses.filter(({ statusCode }) => statusCode !== 200)) {
      expect(response.json()).toMatchObject(WRONG_TOKEN);
    }
    expect((await signIn(email, `${NEW_PASSWORD} ${accepted[0]}`)).statusCode).toBe(200);
    expect((await confirm(token)).json()).toMatchObject(WRONG_TOKEN);
    const notices = (await site.doJobs()).filter(({ subject }) => subject.includes('password was changed'));
    expect(notices.map(({ to }) => to)).toEqual([email]);
  });

  it('A9 refuses a link secret that is replaced, expired or forged', async () => {
    const { email } = await site.join();
    const first = await resetMail(email);
    const second = await resetMail(email);
    expect((await confirm(first.token)).json()).toMatchObject(WRONG_TOKEN);
    expect((await site.verify(email, wrongFor(second.code), 'password-reset')).json()).toMatchObject(
      WRONG_CODE,
    );

    const { resetToken } = (await site.verify(email, second.code, 'password-reset')).json();
    expect((await confirm(second.token)).json()).toMatchObject(WRONG_TOKEN);
    const { expires_at, created_at } = await site.db
      .selectFrom('one_time_secrets')
      .select(['expires_at', 'created_at'])
      .where('address', '=', email)
      .where('purpose', '=', 'reset-token')
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - created_at.getTime()).toBe(15 * 60_000);
    await expireSecrets(email);
    expect((await confirm(resetToken)).json()).toMatchObject(WRONG_TOKEN);
    for (const token of ['x', `${resetToken}A`, resetToken.toUpperCase(), '\u0000', "' OR 1=1 --"]) {
      expect((await confirm(token)).json()).toMatchObject(WRONG_TOKEN);
    }
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it('keeps the link secret valid when the new password is refused', async () => {
    const { email } = await site.join();
    const { token } = await resetMail(email);
    expect((await confirm(token, 'short')).statusCode).toBe(400);
    expect((await confirm(token, 'password')).json()).toMatchObject({ code: 'password_too_common' });
    expect((await confirm(token)).statusCode).toBe(200);
  });

  it('invalidates every code that was sent before', async () => {
    const { email } = await site.join();
    const signInCode = await site.codeFor(email, 'login');
    const { token } = await resetMail(email);
    await confirm(token);
    expect((await site.verify(email, signInCode)).json()).toMatchObject(WRONG_CODE);
    await site.doJobs();
  });

  it('for an unknown email sends nothing', async () => {
    await site.post('/api/auth/password/reset/request', { email: newEmail() });
    expect(await site.doJobs()).toEqual([]);
  });
});

describe('verifying an email', () => {
  const isVerified = async (token: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await site.app.inject({ url: '/api/auth/me', headers })).json().user.emailVerified;
  };
  const verify = (body: unknown, token?: string) =>
    site.post('/api/auth/email/verify', body, token ? { authorization: `Bearer ${token}` } : {});

  it('works with the link of the mail, once, without a session', async () => {
    const { token, welcome } = await site.join();
    expect(await isVerified(token)).toBe(false);
    const link = linkIn(welcome);
    expect(link.url.startsWith(`${site.config.publicUrl}/verify-email#token=`)).toBe(true);
    expect((await verify({ token: link.token, answer: 'mine' })).statusCode).toBe(200);
    expect(await isVerified(token)).toBe(true);
    expect((await verify({ token: link.token })).json()).toMatchObject(WRONG_CODE);
  });

  it('works with the code of the mail, in a session of the same member', async () => {
    const [member, other] = [await site.join(), await site.join()];
    const code = codeIn(member.welcome);
    expect((await verify({ code })).statusCode).toBe(401);
    expect((await verify({ code }, other.token)).json()).toMatchObject(WRONG_CODE);
    expect((await verify({ code }, member.token)).statusCode).toBe(200);
    expect(await isVerified(member.token)).toBe(true);
    expect(await isVerified(other.token)).toBe(false);
  });

  it('sends the mail again until the email is verified', async () => {
    const { email, token, welcome } = await site.join();
    const request = () =>
      site.post('/api/auth/email/verify/request', undefined, { authorization: `Bearer ${token}` });
    expect((await site.post('/api/auth/email/verify/request', undefined)).statusCode).toBe(401);
    expect((await request()).statusCode).toBe(200);
    const [mail] = await site.doJobs();
    expect(mail?.to).toBe(email);
    expect((await verify({ token: linkIn(welcome).token })).json()).toMatchObject(WRONG_CODE);
    expect((await verify({ code: codeIn(mail) }, token)).statusCode).toBe(200);
    expect((await request()).json()).toEqual({ message: 'Your email address is verified.' });
    expect(await site.doJobs()).toEqual([]);
  });

  it('allows five attempts an hour', async () => {
    const { token, welcome } = await site.join();
    const code = codeIn(welcome);
    for (let count = 0; count < 5; count += 1) {
      expect((await verify({ code: wrongFor(code) }, token)).statusCode).toBe(400);
    }
    expect((await verify({ code }, token)).statusCode).toBe(429);
  });
});
