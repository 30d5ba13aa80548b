import type { SecurityEvent, Session } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newIp, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { useAccountsApp } from '../../../../testing/use-app.ts';
import { deleteOldSecurityEvents } from './store.ts';

const site = useAccountsApp();

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Page {
  events: SecurityEvent[];
  hasMore: boolean;
}

const list = async (token: string, query = '') =>
  (await site.call('GET', `security-events${query}`, { token })).json<Page>();
const kinds = async (token: string) => (await list(token)).events.map(({ kind }) => kind);

/** The kinds of a member's events that a mail is queued for. */
async function mailedKinds(memberId: string): Promise<string[]> {
  const ids = site.mails('security-notice').map((mail) => ('eventId' in mail ? mail.eventId : 0));
  if (ids.length === 0) return [];
  const rows = await site.db
    .selectFrom('security_events')
    .select('kind')
    .where('member_id', '=', memberId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}

describe('security events', () => {
  it('have a kind, a time, a device and an approximate IP', async () => {
    const from = '203.0.113.77';
    const member = await site.join({}, { from, headers: { 'user-agent': FIREFOX } });
    const signedIn = await site.signIn(member.email, PASSWORD, {
      from: '2001:db8:1:2::3',
      headers: { 'user-agent': FIREFOX, cookie: member.cookie },
    });
    const { events, hasMore } = await list(signedIn.json<Session>().token);
    expect(hasMore).toBe(false);
    expect(events).toEqual([
      {
        id: expect.any(Number),
        kind: 'signed-in',
        detail: 'password',
        device: 'Firefox on Windows',
        network: '2001:db8:1::/48',
        isCurrentSession: true,
        createdAt: expect.any(String),
      },
      {
        id: expect.any(Number),
        kind: 'signed-up',
        detail: 'sign-up',
        device: 'Firefox on Windows',
        network: '203.0.113.0/24',
        isCurrentSession: false,
        createdAt: expect.any(String),
      },
    ]);
    expect(Math.abs(Date.now() - new Date(events[0]?.createdAt ?? 0).getTime())).toBeLessThan(60_000);
    // Known devices send no mail.
    expect(await mailedKinds(member.user.id)).toEqual([]);
  });

  it('are listed to the member only, in pages', async () => {
    const member = await site.join();
    for (let times = 0; times < 4; times += 1)
      await site.signIn(member.email, PASSWORD, { headers: { cookie: member.cookie } });
    const first = await list(member.token, '?limit=3');
    expect(first.events.map(({ kind }) => kind)).toEqual(['signed-in', 'signed-in', 'signed-in']);
    expect(first.hasMore).toBe(true);
    const second = await list(member.token, `?limit=3&before=${first.events.at(-1)?.id}`);
    expect(second.events.map(({ kind }) => kind)).toEqual(['signed-in', 'signed-up']);
    expect(second.hasMore).toBe(false);
    const guest = await site.call('GET', 'security-events');
    expect(guest.statusCode).toBe(401);
    expect(await kinds((await site.join()).token)).toEqual(['signed-up']);
  });

  it('the owner gets a mail about new devices, a few times an hour', async () => {
    const member = await site.join();
    for (let times = 0; times < 5; times += 1) {
      expect((await site.signIn(member.email, PASSWORD)).statusCode).toBe(200);
    }
    expect(await kinds(member.token)).toEqual([...Array(5).fill('new-device'), 'signed-up']);
    expect(await mailedKinds(member.user.id)).toEqual(Array(3).fill('new-device'));
  });

  it('many wrong passwords are one event, from any IP', async () => {
    const member = await site.join();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect((await site.signIn(member.email, `wrong ${attempt}`, { from: newIp() })).statusCode).toBe(401);
    }
    expect(await kinds(member.token)).toEqual(['failed-sign-ins', 'signed-up']);
  });

  it('changes of the account are recorded, and the owner is notified', async () => {
    const member = await site.join();
    const { token } = member;
    const other = (await site.signIn(member.email, PASSWORD)).json<Session>();
    await site.call('DELETE', `sessions/${other.refreshToken.split('.', 1)[0]}`, { token });
    await site.call('POST', 'reauth', { token, body: { password: PASSWORD } });
    await site.call('GET', 'me/export', { token });
    const body = { currentPassword: PASSWORD, newPassword: 'a loud corridor at noon' };
    await site.call('POST', 'password/change', { token, body });
    expect(await kinds(token)).toEqual([
      'password-changed',
      'data-exported',
      'reauthenticated',
      'session-ended',
      'new-device',
      'signed-up',
    ]);
    expect(await mailedKinds(member.user.id)).toEqual(['new-device', 'data-exported']);
    const exported = (await site.call('GET', 'me/export', { token })).json();
    expect(exported.securityEvents).toHaveLength(7);
    expect(exported.securityEvents.at(-1)).toMatchObject({ kind: 'signed-up', network: expect.any(String) });
  });

  it('refused requests leave no event', async () => {
    const member = await site.join();
    await site.call('POST', 'reauth', { token: member.token, body: { password: 'wrong' } });
    await site.call('DELETE', 'sessions/s_unknown', { token: member.token });
    await site.call('POST', 'password/change', {
      token: member.token,
      body: { currentPassword: 'wrong', newPassword: 'a loud corridor at noon' },
    });
    expect(await kinds(member.token)).toEqual(['signed-up']);
  });

  it('a reused refresh token ends its session, and the owner is notified', async () => {
    const member = await site.join();
    const { refreshToken } = member;
    await site.call('POST', 'token/refresh', { body: { refreshToken } });
    await site.db
      .updateTable('member_sessions')
      .set({ rotated_at: sql<Date>`now() - interval '1 minute'` })
      .where('member_id', '=', member.user.id)
      .execute();
    const headers = { 'user-agent': FIREFOX };
    const again = await site.call('POST', 'token/refresh', { body: { refreshToken }, headers });
    expect(again.statusCode).toBe(401);
    const { token } = (
      await site.signIn(member.email, PASSWORD, { headers: { cookie: member.cookie } })
    ).json<Session>();
    const { events } = await list(token);
    expect(events.map(({ kind }) => kind)).toEqual(['signed-in', 'token-reused', 'signed-up']);
    expect(events[1]).toMatchObject({ device: 'Firefox on Windows' });
    expect(await mailedKinds(member.user.id)).toEqual(['token-reused']);
  });

  it('are deleted after a year', async () => {
    const member = await site.join();
    const age = (interval: string) =>
      site.db
        .updateTable('security_events')
        .set({ created_at: sql<Date>`now() - ${interval}::interval` })
        .where('member_id', '=', member.user.id)
        .execute();
    await age('364 days');
    await deleteOldSecurityEvents(site.db);
    expect(await kinds(member.token)).toEqual(['signed-up']);
    await age('367 days');
    await deleteOldSecurityEvents(site.db);
    expect(await kinds(member.token)).toEqual([]);
  });

  it('of a deleted account contain nothing personal', async () => {
    const member = await site.join({}, { from: '203.0.113.77', headers: { 'user-agent': FIREFOX } });
    await site.call('DELETE', 'me', { token: member.token, body: { password: PASSWORD } });
    const rows = await site.db
      .selectFrom('security_events')
      .select(['kind', 'network', 'user_agent', 'detail'])
      .where('member_id', '=', member.user.id)
      .execute();
    expect(rows).toEqual([{ kind: 'account-deleted', network: '', user_agent: '', detail: '' }]);
    expect(site.mails('account-deleted')).toContainEqual({ kind: 'account-deleted', email: member.email });
  });
});
