import type { Session } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail } from '../../../../testing/apps/accounts-app.ts';
import { codeIn, createMailingApp, type MailingApp, wrongFor } from '../../../../testing/apps/mailing-app.ts';
import { createLog } from '../../../log.ts';

let site: MailingApp;
let logged = '';
beforeAll(async () => {
  const log = createLog('trace', {
    write(line) {
      logged += line;
    },
  });
  site = await createMailingApp({ log });
});
afterAll(() => site.close());

const WRONG = { status: 400, code: 'wrong_code', detail: 'Failed to verify OTP' };

/** Every value of every table, as text. */
async function everythingStored(): Promise<string> {
  const tables = await sql<{ name: string }>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'
  `.execute(site.db);
  const rows = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ text: string }>`SELECT t::text AS text FROM ${sql.raw(name)} t`.execute(site.db),
    ),
  );
  return rows.flatMap((result) => result.rows.map(({ text }) => text)).join('\n');
}

describe('signing in with a code', () => {
  it('sends six digits, and exchanges them for a session once', async () => {
    const { email } = await site.join();
    const code = await site.codeFor(email, 'login');
    const response = await site.verify(email, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const { user, token } = response.json<Session>();
    // The code proves the ownership of the email.
    expect(user).toMatchObject({ email, emailVerified: true });
    const me = await site.app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(me.json().user.email).toBe(email);
    expect((await site.verify(email, code)).json()).toMatchObject(WRONG);
  });

  it('A5 five wrong attempts lock the account, from any IP and however often a code is sent', async () => {
    const { email } = await site.join();
    const code = await site.codeFor(email, 'login');
    for (let count = 0; count < 5; count += 1) {
      expect((await site.verify(email, wrongFor(code))).json()).toMatchObject(WRONG);
    }
    const refused = await site.verify(email, code);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const another = await site.codeFor(email, 'login');
    expect((await site.verify(email, another)).statusCode).toBe(429);
  });

  it('right codes consume no attempts', async () => {
    const { email } = await site.join();
    for (let count = 0; count < 4; count += 1) {
      const code = await site.codeFor(email, 'login');
      expect((await site.verify(email, wrongFor(code))).statusCode).toBe(400);
      expect((await site.verify(email, code)).statusCode).toBe(200);
    }
  });

  it('A6 50 parallel attempts with one code begin one session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email, user } = await site.join();
      const code = await site.codeFor(email, 'login');
      const responses = await Promise.all(Array.from({ length: 50 }, () => site.verify(email, code)));
      expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1);
      expect(responses.every(({ statusCode }) => [200, 400, 429].includes(statusCode))).toBe(true);
      const sessions = await site.db
        .selectFrom('member_sessions')
        .select('id')
        .where('member_id', '=', user.id)
        .execute();
      // One from the sign-up, one from the code.
      expect(sessions).toHaveLength(2);
    }
  });

  it('A7 a code works for its purpose and recipient only', async () => {
    const [one, other] = [await site.join(), await site.join()];
    const signInCode = await site.codeFor(one.email, 'login');
    expect((await site.verify(one.email, signInCode, 'password-reset')).json()).toMatchObject(WRONG);
    expect((await site.verify(other.email, signInCode)).json()).toMatchObject(WRONG);
    const verifyBySignInCode = await site.post(
      '/api/auth/email/verify',
      { code: signInCode },
      { authorization: `Bearer ${one.token}` },
    );
    expect(verifyBySignInCode.json()).toMatchObject(WRONG);
    const reset = await site.codeFor(other.email, 'password-reset');
    expect((await site.verify(other.email, reset)).json()).toMatchObject(WRONG);
    const verifyCode = codeIn(one.welcome);
    expect((await site.verify(one.email, verifyCode)).json()).toMatchObject(WRONG);
    expect((await site.verify(one.email, signInCode)).statusCode).toBe(200);
  });

  it('A8 a code expires after ten minutes, or when it is replaced', async () => {
    const { email } = await site.join();
    const first = await site.codeFor(email, 'login');
    const second = await site.codeFor(email, 'login');
    if (first !== second) expect((await site.verify(email, first)).json()).toMatchObject(WRONG);
    const row = site.db.selectFrom('one_time_secrets').where('address', '=', email);
    const { expires_at, created_at } = await row
      .select(['expires_at', 'created_at'])
      .where('purpose', '=', 'login')
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - created_at.getTime()).toBe(10 * 60_000);
    await site.db
      .updateTable('one_time_secrets')
      .set({ expires_at: sql<Date>`now() - interval '1 millisecond'` })
      .where('address', '=', email)
      .execute();
    expect((await site.verify(email, second)).json()).toMatchObject(WRONG);
  });

  it('A8 codes and link secrets are never stored or logged in plain text', async () => {
    const { email } = await site.join();
    for (const purpose of ['login', 'password-reset'] as const) {
      await site.post('/api/auth/otp/request', { channel: 'email', email, purpose });
      const before = await everythingStored();
      // The job is stored, so a secret in it would be found below.
      expect(before).toContain(email);
      const [mail] = await site.doJobs();
      const code = codeIn(mail);
      const linkSecret = /#reset=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? code;
      await site.verify(email, wrongFor(code), purpose);
      for (const text of [before, await everythingStored(), logged]) {
        // Six digits may be part of a longer number.
        expect(text).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
        expect(text).not.toContain(linkSecret);
      }
    }
    expect(logged).toContain('/api/auth/otp/verify');
  });

  it('deletes jobs with the email once the mail is sent', async () => {
    const { email } = await site.join();
    await site.codeFor(email, 'login');
    const jobs = await sql<{ text: string }>`SELECT data::text AS text FROM pgboss.job`.execute(site.db);
    expect(jobs.rows.filter(({ text }) => text?.includes(email))).toEqual([]);
  });

  it('sends five codes an hour per email, known or unknown', async () => {
    const { email } = await site.join();
    for (const recipient of [email, newEmail()]) {
      const request = { channel: 'email', email: recipient, purpose: 'login' };
      for (let count = 0; count < 5; count += 1) {
        expect((await site.post('/api/auth/otp/request', request)).statusCode).toBe(200);
      }
      const refused = await site.post('/api/auth/otp/request', request);
      expect(refused.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    }
    const mails = await site.doJobs();
    expect(mails.map(({ to }) => to)).toEqual(Array(5).fill(email));
  });

  it('A10 responds the same, byte for byte, to known and unknown emails', async () => {
    const { email } = await site.join();
    const unknownEmail = newEmail();
    const requests = [
      ['/api/auth/otp/request', { channel: 'email', purpose: 'login' }],
      ['/api/auth/otp/request', { channel: 'email', purpose: 'password-reset' }],
      ['/api/auth/password/reset/request', {}],
    ] as const;
    for (const [path, body] of requests) {
      const [known, unknown] = [
        await site.post(path, { ...body, email }),
        await site.post(path, { ...body, email: unknownEmail }),
      ];
      expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
      expect(known.json()).toEqual({ message: 'OTP sent to your email. Enter the code to continue.' });
    }
    // The same work as well: one job each.
    const { rows } = await sql<{ email: string; jobs: number }>`
      SELECT data->>'email' AS email, count(*)::int AS jobs FROM pgboss.job WHERE data->>'kind' = 'code' GROUP BY 1
    `.execute(site.db);
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ jobs }) => jobs))).toEqual(new Set([3]));
    expect((await site.doJobs()).map(({ to }) => to)).toEqual([email, email, email]);
    const wrong = [await site.verify(email, '000000'), await site.verify(unknownEmail, '000000')];
    const [first, second] = wrong.map((response) => ({ ...response.json(), instance: '' }));
    expect(first).toEqual(second);
  });

  it('A10 takes the same time for known and unknown emails', { timeout: 60_000 }, async () => {
    const members = [];
    for (let count = 0; count < 5; count += 1) members.push(await site.join());
    const times = { known: [] as number[], unknown: [] as number[] };
    const paths = ['/api/auth/otp/request', '/api/auth/password/reset/request'];
    for (let count = 0; count < 250; count += 1) {
      // Limits would end the measurement; they are the same for both.
      if (count % 5 === 0) await site.db.deleteFrom('rate_limits').execute();
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? members[count % 5]?.email : newEmail();
        const startedAt = performance.now();
        const path = paths[count % 2] ?? '';
        const response = await site.post(path, { channel: 'email', email, purpose: 'login' });
        times[kind].push(performance.now() - startedAt);
        expect(response.statusCode).toBe(200);
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length / 2] ?? 0;
    expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(5);
  });

  it('refuses malformed codes and missing emails', async () => {
    const { email } = await site.join();
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', null, 123456]) {
      const response = await site.post('/api/auth/otp/verify', {
        channel: 'email',
        email,
        purpose: 'login',
        code,
      });
      expect(response.statusCode).toBe(400);
    }
    const missing = await site.post('/api/auth/otp/request', { channel: 'email', purpose: 'login' });
    expect(missing.json()).toMatchObject({ status: 400, detail: 'Email is required' });
    for (const malformed of ['a@example.org\r\nBcc: b@example.org', 'a@example.org,b@example.org', 'x']) {
      const response = await site.post('/api/auth/otp/request', {
        channel: 'email',
        purpose: 'login',
        email: malformed,
      });
      expect(response.statusCode).toBe(400);
    }
  });
});
