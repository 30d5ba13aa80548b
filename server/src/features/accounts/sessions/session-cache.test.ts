import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@oriel/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccountsApp, createAccountsApp, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { buildApp } from '../../../app.ts';
import { openDatabase } from '../../../database/database.ts';
import { issueLinkSecret } from '../codes/secrets.ts';
import { blockMember, endAllSessions } from '../members/operator.ts';
import type { SessionEnd } from '../tables.ts';
import { createTokens } from './jwt.ts';
import { SESSION_CACHE_MS, SessionCache } from './session-cache.ts';

let site: AccountsApp;
let secondDb: ReturnType<typeof openDatabase>;
let second: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  site = await createAccountsApp();
  secondDb = openDatabase({ connectionString: site.connectionString, poolSize: 3 });
  second = await buildApp({ ...site.app.dependencies, db: secondDb, lifecycle: { stopping: false } });
});
afterAll(async () => {
  await second.close();
  await secondDb.destroy();
  await site.close();
});

type Member = Awaited<ReturnType<AccountsApp['join']>>;

async function statusAt(app: AccountsApp['app'], token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await app.inject({ url: '/api/auth/me', headers })).statusCode;
}

const reset = async ({ email }: Member) => {
  const resetToken = await issueLinkSecret(
    site.db,
    { tokens: createTokens(site.config) },
    'reset-token',
    email,
  );
  const body = { resetToken, newPassword: 'a new corridor at noon' };
  return site.call('POST', 'password/reset/confirm', { body });
};

/** Why sessions end; the endings below cover each. */
const REASONS: Record<SessionEnd, true> = {
  logout: true,
  reuse: true,
  password: true,
  'ended-elsewhere': true,
  deleted: true,
  adopted: true,
  operator: true,
  blocked: true,
};

/** Everything that ends sessions of a member. */
const ENDINGS: Record<string, (member: Member, other: Session) => Promise<unknown>> = {
  'POST /api/auth/logout': ({ token }) => site.call('POST', 'logout', { token }),
  'POST /api/auth/logout with a refresh token': ({ refreshToken }) =>
    site.call('POST', 'logout', { body: { refreshToken } }),
  'DELETE /api/auth/sessions/:id': ({ refreshToken }, other) =>
    site.call('DELETE', `sessions/${refreshToken.split('.', 1)[0]}`, { token: other.token }),
  'DELETE /api/auth/sessions': (_, other) => site.call('DELETE', 'sessions', { token: other.token }),
  'POST /api/auth/password/change': (_, other) =>
    site.call('POST', 'password/change', {
      token: other.token,
      body: { currentPassword: PASSWORD, newPassword: 'another corridor at noon' },
    }),
  'POST /api/auth/password/reset/confirm': reset,
  'DELETE /api/auth/me': (_, other) =>
    site.call('DELETE', 'me', { token: other.token, body: { password: PASSWORD } }),
  'a refresh token used again after its leeway': async ({ refreshToken, cookie }) => {
    const headers = { cookie };
    for (let count = 0; count < 2; count += 1)
      await site.call('POST', 'token/refresh', { headers, body: { refreshToken } });
    const id = refreshToken.split('.', 1)[0] ?? '';
    await site.db
      .updateTable('member_sessions')
      .set({ rotated_at: new Date(Date.now() - 60_000), generation: 3 })
      .where('id', '=', id)
      .execute();
    await site.call('POST', 'token/refresh', { headers, body: { refreshToken } });
  },
  'an operator who ends all sessions': ({ email }) => endAllSessions({ db: site.db, jobs: site.jobs }, email),
  'an operator who blocks the member': ({ email }) => blockMember({ db: site.db, jobs: site.jobs }, email),
};

/** Asks until the token is refused. @returns when the last request was sent that was still served, by `performance.now()` */
async function lastServed(app: AccountsApp['app'], token: string): Promise<number> {
  let last = 0;
  const ask = async () => {
    const sentAt = performance.now();
    const status = await statusAt(app, token);
    if (status === 200) last = sentAt;
    return status;
  };
  await expect.poll(ask, { interval: 50, timeout: 10_000 }).toBe(401);
  return last;
}

/** By hand, with a connection of its own. */
const STATEMENTS: Record<string, string> = {
  'a block': 'UPDATE members SET blocked_at = now() WHERE id = $1',
  'a question to the owner': 'UPDATE members SET ownership_asked_at = now() WHERE id = $1',
  'the end of a session':
    "UPDATE member_sessions SET ended_at = now(), end_reason = 'operator' WHERE member_id = $1",
  'the deletion of a session': 'DELETE FROM member_sessions WHERE member_id = $1',
};

describe('a session that was just checked', () => {
  let member: Member;
  let other: Session;
  beforeEach(async () => {
    member = await site.join();
    other = (await site.signIn(member.email, PASSWORD)).json<Session>();
    for (const app of [site.app, second]) expect(await statusAt(app, member.token)).toBe(200);
  });

  it.each(Object.entries(ENDINGS))('A25 %s ends it at once here, within 2 s elsewhere', async (_, end) => {
    const result = await end(member, other);
    const endedAt = performance.now();
    if (typeof result === 'object' && result !== null && 'statusCode' in result)
      expect(result).toMatchObject({ statusCode: 200 });
    expect(await statusAt(site.app, member.token)).toBe(401);
    expect((await lastServed(second, member.token)) - endedAt).toBeLessThan(2_000);
  });

  it.each(Object.entries(STATEMENTS))('A25 %s by hand counts within 2 s', async (_, statement) => {
    const client = new pg.Client({ connectionString: site.connectionString });
    await client.connect();
    await client.query(statement, [member.user.id]);
    const endedAt = performance.now();
    await client.end();
    for (const app of [site.app, second])
      expect((await lastServed(app, member.token)) - endedAt).toBeLessThan(2_000);
  });
});

it('the endings above have all reasons that there are', async () => {
  const rows = await site.db.selectFrom('member_sessions').select('end_reason').distinct().execute();
  expect(new Set(rows.map(({ end_reason }) => end_reason ?? 'none'))).toEqual(
    new Set(['none', ...Object.keys(REASONS)]),
  );
});

it('an ending that fails leaves the session usable', async () => {
  const member = await site.join();
  expect(await statusAt(site.app, member.token)).toBe(200);
  const response = await site.call('DELETE', 'me', { token: member.token, body: { password: 'wrong' } });
  expect(response.statusCode).toBe(403);
  expect(await statusAt(site.app, member.token)).toBe(200);
});

describe('the cache', () => {
  const access = (token: string) => ({ memberId: 'm_a', sessionId: token, expiresAt: Date.now() + 60_000 });
  function counted() {
    const counts = { verified: 0, checked: 0 };
    let isActive = true;
    let checking: Promise<void> = Promise.resolve();
    const cache = new SessionCache({
      async verify(token) {
        counts.verified += 1;
        return token === 'bad' ? undefined : access(token);
      },
      async isActive() {
        counts.checked += 1;
        const result = isActive;
        await checking;
        return result;
      },
    });
    return {
      counts,
      cache,
      end: () => {
        isActive = false;
      },
      holdBack: () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        checking = promise;
        return resolve;
      },
    };
  }

  it('asks once within its time, and verifies a token once', async () => {
    const { cache, counts } = counted();
    for (let count = 0; count < 5; count += 1) expect(await cache.resolve('s_1')).toBeDefined();
    expect(counts).toEqual({ verified: 1, checked: 1 });
    await sleep(SESSION_CACHE_MS + 20);
    expect(await cache.resolve('s_1')).toBeDefined();
    expect(counts).toEqual({ verified: 1, checked: 2 });
  });

  it('does not cache refusals', async () => {
    const { cache, counts, end } = counted();
    for (let count = 0; count < 2; count += 1) expect(await cache.resolve('bad')).toBeUndefined();
    expect(counts).toEqual({ verified: 2, checked: 0 });
    end();
    for (let count = 0; count < 2; count += 1) expect(await cache.resolve('s_1')).toBeUndefined();
    expect(counts.checked).toBe(2);
    expect(cache.size).toBe(0);
  });

  it('does not keep a check that an ending overtook', async () => {
    const { cache, end, holdBack } = counted();
    const proceed = holdBack();
    const resolving = cache.resolve('s_1');
    await sleep(1);
    end();
    cache.forgetChecks();
    proceed();
    expect(await resolving).toBeDefined();
    expect(await cache.resolve('s_1')).toBeUndefined();
  });

  it('has a bounded memory', async () => {
    const { cache } = counted();
    for (let count = 0; count < 40_000; count += 1) await cache.resolve(`s_${count}`.padEnd(400, 'x'));
    expect(cache.bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
    expect(cache.size).toBeLessThan(20_000);
    expect(cache.size).toBeGreaterThan(10_000);
  });
});
