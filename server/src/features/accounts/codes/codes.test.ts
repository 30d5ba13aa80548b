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
    const answer = await site.verify(email, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { user, token } = answer.json<Session>();
    // Whoever reads mail sent to an address has shown that it is theirs.
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

  it('right codes do not spend tries', async () => {
    const { email } = await site.join();
    for (let count = 0; count < 4; count += 1) {
      const code = await site.codeFor(email, 'login');
      expect((await site.verify(email, wrongFor(code))).statusCode).toBe(400);
      expect((await site.verify(email, code)).statusCode).toBe(200);
    }
  });

  it('A6 50 parallel tries with one code begin one session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email, user } = await site.join();
      const code = await site.codeFor(email, 'login');
      const answers = await Promise.all(Array.from({ length: 50 }, () => site.verify(email, code)));
      expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
      expect(answers.every(({ statusCode }) => [200, 400, 429].includes(statusCode))).toBe(true);
      const sessions = await site.db
        .selectFrom('member_sessions')
        .select('id')
        .where('member_id', '=', user.id)
        .execute();
      // One of signing up, one of the code.
      expect(sessions).toHaveLength(2);
    }
  });

  it('A7 a code opens nothing but what it was sent for, to whom it was sent', async () => {
    const [one, other] = [await site.join(), await site.join()];
    const login = await site.codeFor(one.email, 'login');
    expect((await site.verify(one.email, login, 'password-reset')).json()).toMatchObject(WRONG);
    expect((await site.verify(other.email, login)).json()).toMatchObject(WRONG);
    const verifyByLogin = await site.post(
      '/api/auth/email/verify',
      { code: login },
      { authorization: `Bearer ${one.token}` },
    );
    expect(verifyByLogin.json()).toMatchObject(WRONG);
    const reset = await site.codeFor(other.email, 'password-reset');
    expect((await site.verify(other.email, reset)).json()).toMatchObject(WRONG);
    const swapped = codeIn(one.welcome);
    expect((await site.verify(one.email, swapped)).json()).toMatchObject(WRONG);
    expect((await site.verify(one.email, login)).statusCode).toBe(200);
  });

  it('A8 a code is dead after ten minutes, and when a newer one is sent', async () => {
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

  it('A8 no code and no token lies in the database or the log, before and after the mail is sent', async () => {
    const { email } = await site.join();
    for (const purpose of ['login', 'password-reset'] as const) {
      await site.post('/api/auth/otp/request', { channel: 'email', email, purpose });
      const before = await everythingStored();
      // The job is there, and with it what this test would find a secret in.
      expect(before).toContain(email);
      const [mail] = await site.doJobs();
      const code = codeIn(mail);
      const token = /#reset=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? code;
      await site.verify(email, wrongFor(code), purpose);
      for (const place of [before, await everythingStored(), logged]) {
        // Six digits may be part of a longer number.
        expect(place).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
        expect(place).not.toContain(token);
      }
    }
    expect(logged).toContain('/api/auth/otp/verify');
  });

  it('keeps no job with an address once its mail is sent', async () => {
    const { email } = await site.join();
    await site.codeFor(email, 'login');
    const jobs = await sql<{ text: string }>`SELECT data::text AS text FROM pgboss.job`.execute(site.db);
    expect(jobs.rows.filter(({ text }) => text?.includes(email))).toEqual([]);
  });

  it('sends five codes an hour to one account, to members and strangers alike', async () => {
    const { email } = await site.join();
    for (const address of [email, newEmail()]) {
      const request = { channel: 'email', email: address, purpose: 'login' };
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

  it('A10 answers the same, byte for byte, to known and unknown addresses', async () => {
    const { email } = await site.join();
    const unknown = newEmail();
    const calls = [
      ['/api/auth/otp/request', { channel: 'email', purpose: 'login' }],
      ['/api/auth/otp/request', { channel: 'email', purpose: 'password-reset' }],
      ['/api/auth/password/reset/request', {}],
    ] as const;
    for (const [path, body] of calls) {
      const [known, stranger] = [
        await site.post(path, { ...body, email }),
        await site.post(path, { ...body, email: unknown }),
      ];
      expect([known.statusCode, known.body]).toEqual([stranger.statusCode, stranger.body]);
      expect(known.json()).toEqual({ message: 'OTP sent to your email. Enter the code to continue.' });
    }
    // The same work as well: one job each.
    const { rows } = await sql<{ email: string; jobs: number }>`
      SELECT data->>'email' AS email, count(*)::int AS jobs FROM pgboss.job WHERE data->>'kind' = 'code' GROUP BY 1
    `.execute(site.db);
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ jobs }) => jobs))).toEqual(new Set([3]));
    expect((await site.doJobs()).map(({ to }) => to)).toEqual([email, email, email]);
    const wrong = [await site.verify(email, '000000'), await site.verify(unknown, '000000')];
    const [first, second] = wrong.map((answer) => ({ ...answer.json(), instance: '' }));
    expect(first).toEqual(second);
  });

  it('A10 takes the same time for known and unknown addresses', { timeout: 60_000 }, async () => {
    const known = [];
    for (let count = 0; count < 5; count += 1) known.push(await site.join());
    const times = { known: [] as number[], unknown: [] as number[] };
    const paths = ['/api/auth/otp/request', '/api/auth/password/reset/request'];
    for (let count = 0; count < 250; count += 1) {
      // Limits are what they are for both; here only the time is looked at.
      if (count % 5 === 0) await site.db.deleteFrom('rate_limits').execute();
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? known[count % 5]?.email : newEmail();
        const began = performance.now();
        const path = paths[count % 2] ?? '';
        const answer = await site.post(path, { channel: 'email', email, purpose: 'login' });
        times[kind].push(performance.now() - began);
        expect(answer.statusCode).toBe(200);
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length / 2] ?? 0;
    expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(5);
  });

  it('refuses what is no code, and addresses that are missing', async () => {
    const { email } = await site.join();
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', null, 123456]) {
      const answer = await site.post('/api/auth/otp/verify', {
        channel: 'email',
        email,
        purpose: 'login',
        code,
      });
      expect(answer.statusCode).toBe(400);
    }
    const missing = await site.post('/api/auth/otp/request', { channel: 'email', purpose: 'login' });
    expect(missing.json()).toMatchObject({ status: 400, detail: 'Email is required' });
    for (const address of ['a@example.org\r\nBcc: b@example.org', 'a@example.org,b@example.org', 'x']) {
      const answer = await site.post('/api/auth/otp/request', {
        channel: 'email',
        purpose: 'login',
        email: address,
      });
      expect(answer.statusCode).toBe(400);
    }
  });
});
