import type { Session } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { useAccountsApp } from '../../../../testing/use-app.ts';

const site = useAccountsApp();

const refresh = (refreshToken: unknown) => site.call('POST', 'token/refresh', { body: { refreshToken } });
const meStatus = async (token: string) => (await site.call('GET', 'me', { token })).statusCode;
const idOf = (refreshToken: string) => refreshToken.split('.', 1)[0] ?? '';
const sessionRow = (refreshToken: string) =>
  site.db
    .selectFrom('member_sessions')
    .selectAll()
    .where('id', '=', idOf(refreshToken))
    .executeTakeFirstOrThrow();
/** Moves the times of a session into the past. */
const age = (refreshToken: string, by: { rotated?: string; used?: string; created?: string }) =>
  site.db
    .updateTable('member_sessions')
    .set({
      rotated_at: sql<Date>`rotated_at - ${by.rotated ?? '0'}::interval`,
      last_used_at: sql<Date>`last_used_at - ${by.used ?? '0'}::interval`,
      created_at: sql<Date>`created_at - ${by.created ?? '0'}::interval`,
    })
    .where('id', '=', idOf(refreshToken))
    .execute();

async function signInAgain(email: string, password = PASSWORD): Promise<Session> {
  const response = await site.signIn(email, password);
  expect(response.statusCode).toBe(200);
  return response.json<Session>();
}

async function expectEnded(refreshToken: string): Promise<void> {
  const response = await refresh(refreshToken);
  expect(response.statusCode).toBe(401);
  expect(response.json()).toMatchObject({ code: 'session_ended', detail: 'Unable to refresh session' });
}

describe('refreshing', () => {
  it('returns a successor, and the same one again for some seconds', async () => {
    const first = await site.join();
    const second = (await refresh(first.refreshToken)).json<Session>();
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.user).toEqual(first.user);
    expect(await meStatus(second.token)).toBe(200);
    const repeated = await refresh(first.refreshToken);
    expect(repeated.headers['cache-control']).toBe('no-store');
    expect(repeated.json<Session>().refreshToken).toBe(second.refreshToken);
  });

  it('works with an invalid bearer token in the header', async () => {
    const { refreshToken } = await site.join();
    const response = await site.call('POST', 'token/refresh', { token: 'invalid', body: { refreshToken } });
    expect(response.statusCode).toBe(200);
  });

  it('A1 a replaced token ends the session after the leeway', async () => {
    const first = await site.join();
    const elsewhere = await signInAgain(first.email);
    const second = (await refresh(first.refreshToken)).json<Session>();
    await age(first.refreshToken, { rotated: '11 seconds' });
    await expectEnded(first.refreshToken);
    await expectEnded(second.refreshToken);
    expect(await meStatus(second.token)).toBe(401);
    expect(await sessionRow(first.refreshToken)).toMatchObject({ end_reason: 'reuse' });
    expect(await meStatus(elsewhere.token)).toBe(200);
  });

  it('A1 a token two generations old ends the session even within the leeway', async () => {
    const first = await site.join();
    const second = (await refresh(first.refreshToken)).json<Session>();
    const third = (await refresh(second.refreshToken)).json<Session>();
    await expectEnded(first.refreshToken);
    await expectEnded(third.refreshToken);
  });

  it('forged tokens end nothing', async () => {
    const { refreshToken } = await site.join();
    const [id, , signature] = refreshToken.split('.');
    for (const forged of [
      `${id}.0.${'A'.repeat(43)}`,
      `${id}.1.${signature}`,
      `${id}.99.${signature}`,
      `${id}.0.${signature}x`,
      `${id}.00.${signature}`,
      `${id}.-1.${signature}`,
      `s_${'A'.repeat(22)}.0.${signature}`,
      'x',
      "'; DROP TABLE members; --",
    ]) {
      await expectEnded(forged);
    }
    expect((await refresh(refreshToken)).statusCode).toBe(200);
  });

  it.each([undefined, '', null, 7])('names the missing token for %j', async (token) => {
    const response = await refresh(token);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ detail: 'Refresh token missing' });
  });

  it('A2 two tabs that refresh at the same time a hundred times stay signed in', async () => {
    const origin = await site.listen();
    const renew = async (refreshToken: string): Promise<Session> => {
      const response = await fetch(`${origin}/api/auth/token/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as Session;
    };
    let { refreshToken } = await site.join();
    for (let round = 0; round < 100; round += 1) {
      const [left, right] = await Promise.all([renew(refreshToken), renew(refreshToken)]);
      expect(left.refreshToken).toBe(right.refreshToken);
      expect(left.refreshToken).not.toBe(refreshToken);
      refreshToken = round % 2 === 0 ? left.refreshToken : right.refreshToken;
    }
    expect(await sessionRow(refreshToken)).toMatchObject({ generation: 100, ended_at: null });
  });

  it('A3 64 parallel refreshes get one successor', async () => {
    const { refreshToken } = await site.join();
    const responses = await Promise.all(Array.from({ length: 64 }, () => refresh(refreshToken)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(64).fill(200));
    const successors = new Set(responses.map((response) => response.json<Session>().refreshToken));
    expect(successors.size).toBe(1);
    expect(await sessionRow(refreshToken)).toMatchObject({ generation: 1 });
    expect((await refresh([...successors][0])).statusCode).toBe(200);
  });

  it('fails after 14 days without use, and after 60 days in any case', async () => {
    const idle = await site.join();
    await age(idle.refreshToken, { used: '13 days 23 hours', created: '50 days' });
    const renewed = (await refresh(idle.refreshToken)).json<Session>();
    await age(renewed.refreshToken, { used: '14 days' });
    await expectEnded(renewed.refreshToken);
    const old = await site.join();
    await age(old.refreshToken, { created: '60 days' });
    await expectEnded(old.refreshToken);
  });
});

describe('A4 both tokens are refused', () => {
  it.each([
    ['the bearer token', ({ token }: Session) => ({ token })],
    ['the refresh token', ({ refreshToken }: Session) => ({ body: { refreshToken } })],
    ['both tokens, one invalid', ({ refreshToken }: Session) => ({ token: 'x.y.z', body: { refreshToken } })],
  ])('after sign-out with %s', async (_means, requestOf) => {
    const session = await site.join();
    const other = await signInAgain(session.email);
    const request = requestOf(session);
    for (let times = 0; times < 2; times += 1) {
      expect((await site.call('POST', 'logout', request)).statusCode).toBe(200);
    }
    expect(await meStatus(session.token)).toBe(401);
    await expectEnded(session.refreshToken);
    expect(await meStatus(other.token)).toBe(200);
  });

  it('but not after sign-out without a token', async () => {
    const { token } = await site.join();
    expect((await site.call('POST', 'logout')).statusCode).toBe(200);
    expect(await meStatus(token)).toBe(200);
  });

  it('after a new password, except where it was set', async () => {
    const here = await site.join();
    const there = await signInAgain(here.email);
    const response = await site.call('POST', 'password/change', {
      token: here.token,
      body: { currentPassword: PASSWORD, newPassword: 'another quiet corridor' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: 'Password updated successfully.' });
    expect(await meStatus(here.token)).toBe(200);
    expect(await meStatus(there.token)).toBe(401);
    await expectEnded(there.refreshToken);
    expect((await refresh(here.refreshToken)).statusCode).toBe(200);
    expect((await site.signIn(here.email, PASSWORD)).statusCode).toBe(401);
    expect((await site.signIn(here.email, 'another quiet corridor')).statusCode).toBe(200);
    expect(site.mails('password-changed')).toContainEqual({
      kind: 'password-changed',
      memberId: here.user.id,
    });
  });

  it('after the account is deleted', async () => {
    const session = await site.join();
    const response = await site.call('DELETE', 'me', { token: session.token, body: { password: PASSWORD } });
    expect(response.statusCode).toBe(200);
    expect(await meStatus(session.token)).toBe(401);
    await expectEnded(session.refreshToken);
    expect((await site.signIn(session.email, PASSWORD)).statusCode).toBe(401);
  });
});

describe('a new password', () => {
  const change = (token: string, body: object) => site.call('POST', 'password/change', { token, body });
  const newPassword = 'another quiet corridor';

  it('needs the current one, with few attempts', async () => {
    const { token, email } = await site.join();
    for (const body of [{ newPassword }, { newPassword, currentPassword: 'wrong' }]) {
      const response = await change(token, body);
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({ code: 'wrong_credentials' });
    }
    const statuses = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      statuses.push((await change(token, { newPassword, currentPassword: `wrong ${attempt}` })).statusCode);
    }
    expect(statuses).toEqual([...Array(8).fill(403), 429, 429]);
    expect((await site.signIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it('must be long and uncommon', async () => {
    const { token } = await site.join();
    const common = await change(token, { currentPassword: PASSWORD, newPassword: '123456789' });
    expect(common.json()).toMatchObject({ status: 400, code: 'password_too_common' });
    const short = await change(token, { currentPassword: PASSWORD, newPassword: 'abc' });
    expect(short.json()).toMatchObject({
      status: 400,
      detail: 'Password must be at least 6 characters long.',
    });
  });

  it('is set without a current one by members who have none', async () => {
    const { token, email, user } = await site.join();
    await site.db.updateTable('members').set({ password_hash: null }).where('id', '=', user.id).execute();
    expect((await change(token, { newPassword })).statusCode).toBe(200);
    expect((await site.signIn(email, newPassword)).statusCode).toBe(200);
    expect((await change(token, { newPassword: 'and one more try' })).statusCode).toBe(403);
  });

  it('set by two sessions at once is one of the two, and only that session stays', async () => {
    const one = await site.join();
    const two = await signInAgain(one.email);
    const responses = await Promise.all([
      change(one.token, { currentPassword: PASSWORD, newPassword: 'the first of two' }),
      change(two.token, { currentPassword: PASSWORD, newPassword: 'the second of two' }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).not.toEqual([200, 200]);
    const active = await site.db
      .selectFrom('member_sessions')
      .select('id')
      .where('member_id', '=', one.user.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(active).toHaveLength(1);
  });
});
