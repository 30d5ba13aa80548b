import type { Session } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsApp, createAccountsApp, PASSWORD } from '../../../../testing/apps/accounts-app.ts';

let site: AccountsApp;
beforeAll(async () => {
  site = await createAccountsApp();
});
afterAll(() => site.close());

const refresh = (refreshToken: unknown) => site.call('POST', 'token/refresh', { body: { refreshToken } });
const meStatus = async (token: string) => (await site.call('GET', 'me', { token })).statusCode;
const idOf = (refreshToken: string) => refreshToken.split('.', 1)[0] ?? '';
const sessionRow = (refreshToken: string) =>
  site.db
    .selectFrom('member_sessions')
    .selectAll()
    .where('id', '=', idOf(refreshToken))
    .executeTakeFirstOrThrow();
/** As if the session had been used, renewed and begun that much earlier. */
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
  const answer = await site.logIn(email, password);
  expect(answer.statusCode).toBe(200);
  return answer.json<Session>();
}

async function expectEnded(refreshToken: string): Promise<void> {
  const answer = await refresh(refreshToken);
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject({ code: 'session_ended', detail: 'Unable to refresh session' });
}

describe('refreshing', () => {
  it('answers a successor, and the one before for some seconds with the same', async () => {
    const first = await site.join();
    const second = (await refresh(first.refreshToken)).json<Session>();
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.user).toEqual(first.user);
    expect(await meStatus(second.token)).toBe(200);
    const late = await refresh(first.refreshToken);
    expect(late.headers['cache-control']).toBe('no-store');
    expect(late.json<Session>().refreshToken).toBe(second.refreshToken);
  });

  it('works with a dead bearer token in the header', async () => {
    const { refreshToken } = await site.join();
    const answer = await site.call('POST', 'token/refresh', { token: 'dead', body: { refreshToken } });
    expect(answer.statusCode).toBe(200);
  });

  it('A1 an old token after the leeway ends the family', async () => {
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

  it('A1 a token two generations old ends the family even within the leeway', async () => {
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

  it.each([undefined, '', null, 7])('says what is missing for %j', async (token) => {
    const answer = await refresh(token);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ detail: 'Refresh token missing' });
  });

  it('A2 two tabs that refresh together a hundred times stay signed in', async () => {
    const origin = await site.listen();
    const renew = async (refreshToken: string): Promise<Session> => {
      const answer = await fetch(`${origin}/api/auth/token/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Session;
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

  it('A3 64 at once get one successor', async () => {
    const { refreshToken } = await site.join();
    const answers = await Promise.all(Array.from({ length: 64 }, () => refresh(refreshToken)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(64).fill(200));
    const successors = new Set(answers.map((answer) => answer.json<Session>().refreshToken));
    expect(successors.size).toBe(1);
    expect(await sessionRow(refreshToken)).toMatchObject({ generation: 1 });
    expect((await refresh([...successors][0])).statusCode).toBe(200);
  });

  it('ends after 14 days without use and after 60 days at all', async () => {
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

describe('A4 no refresh and no call', () => {
  it.each([
    ['of its bearer token', ({ token }: Session) => ({ token })],
    ['of its refresh token', ({ refreshToken }: Session) => ({ body: { refreshToken } })],
    ['of both, one dead', ({ refreshToken }: Session) => ({ token: 'x.y.z', body: { refreshToken } })],
  ])('after logout by means %s', async (_means, given) => {
    const session = await site.join();
    const other = await signInAgain(session.email);
    const call = given(session);
    for (let times = 0; times < 2; times += 1) {
      expect((await site.call('POST', 'logout', call)).statusCode).toBe(200);
    }
    expect(await meStatus(session.token)).toBe(401);
    await expectEnded(session.refreshToken);
    expect(await meStatus(other.token)).toBe(200);
  });

  it('after logout without anything nothing ends', async () => {
    const { token } = await site.join();
    expect((await site.call('POST', 'logout')).statusCode).toBe(200);
    expect(await meStatus(token)).toBe(200);
  });

  it('after a new password, but where it was set', async () => {
    const here = await site.join();
    const there = await signInAgain(here.email);
    const answer = await site.call('POST', 'password/change', {
      token: here.token,
      body: { currentPassword: PASSWORD, newPassword: 'another quiet corridor' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: 'Password updated successfully.' });
    expect(await meStatus(here.token)).toBe(200);
    expect(await meStatus(there.token)).toBe(401);
    await expectEnded(there.refreshToken);
    expect((await refresh(here.refreshToken)).statusCode).toBe(200);
    expect((await site.logIn(here.email, PASSWORD)).statusCode).toBe(401);
    expect((await site.logIn(here.email, 'another quiet corridor')).statusCode).toBe(200);
    expect(site.mails('password-changed')).toContainEqual({
      kind: 'password-changed',
      memberId: here.user.id,
    });
  });

  it('after the account is deleted', async () => {
    const session = await site.join();
    const answer = await site.call('DELETE', 'me', { token: session.token, body: { password: PASSWORD } });
    expect(answer.statusCode).toBe(200);
    expect(await meStatus(session.token)).toBe(401);
    await expectEnded(session.refreshToken);
    expect((await site.logIn(session.email, PASSWORD)).statusCode).toBe(401);
  });
});

describe('a new password', () => {
  const change = (token: string, body: object) => site.call('POST', 'password/change', { token, body });
  const newPassword = 'another quiet corridor';

  it('needs the current one, within few tries', async () => {
    const { token, email } = await site.join();
    for (const body of [{ newPassword }, { newPassword, currentPassword: 'wrong' }]) {
      const answer = await change(token, body);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'wrong_credentials' });
    }
    const statuses = [];
    for (let tries = 0; tries < 10; tries += 1) {
      statuses.push((await change(token, { newPassword, currentPassword: `wrong ${tries}` })).statusCode);
    }
    expect(statuses).toEqual([...Array(8).fill(403), 429, 429]);
    expect((await site.logIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it('must be good enough', async () => {
    const { token } = await site.join();
    const common = await change(token, { currentPassword: PASSWORD, newPassword: '123456789' });
    expect(common.json()).toMatchObject({ status: 400, code: 'password_too_common' });
    const short = await change(token, { currentPassword: PASSWORD, newPassword: 'abc' });
    expect(short.json()).toMatchObject({
      status: 400,
      detail: 'Password must be at least 6 characters long.',
    });
  });

  it('is a first one for members without', async () => {
    const { token, email, user } = await site.join();
    await site.db.updateTable('members').set({ password_hash: null }).where('id', '=', user.id).execute();
    expect((await change(token, { newPassword })).statusCode).toBe(200);
    expect((await site.logIn(email, newPassword)).statusCode).toBe(200);
    expect((await change(token, { newPassword: 'and one more try' })).statusCode).toBe(403);
  });

  it('set by two at once is one of the two, and only the setter stays', async () => {
    const one = await site.join();
    const two = await signInAgain(one.email);
    const answers = await Promise.all([
      change(one.token, { currentPassword: PASSWORD, newPassword: 'the first of two' }),
      change(two.token, { currentPassword: PASSWORD, newPassword: 'the second of two' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).not.toEqual([200, 200]);
    const alive = await site.db
      .selectFrom('member_sessions')
      .select('id')
      .where('member_id', '=', one.user.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(alive).toHaveLength(1);
  });
});
