import type { MemberSession, Session } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { useAccountsApp } from '../../../../testing/use-app.ts';

const site = useAccountsApp();

const meStatus = async (token: string) => (await site.call('GET', 'me', { token })).statusCode;
const idOf = (refreshToken: string) => refreshToken.split('.', 1)[0] ?? '';

describe('the list of sessions', () => {
  const list = async (token: string) =>
    (await site.call('GET', 'sessions', { token })).json<{ sessions: MemberSession[] }>().sessions;
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const SAFARI =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

  it('names the devices, marks the current one, and signs out another', async () => {
    const here = await site.join({}, { headers: { 'user-agent': FIREFOX } });
    const there = (
      await site.signIn(here.email, PASSWORD, { headers: { 'user-agent': SAFARI } })
    ).json<Session>();
    const sessions = await list(here.token);
    expect(sessions.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual([
      { device: 'Safari on iOS', isCurrent: false },
      { device: 'Firefox on Windows', isCurrent: true },
    ]);
    const id = idOf(there.refreshToken);
    const ended = await site.call('DELETE', `sessions/${id}`, { token: here.token });
    expect(ended.statusCode).toBe(200);
    expect(await meStatus(there.token)).toBe(401);
    const renewed = await site.call('POST', 'token/refresh', { body: { refreshToken: there.refreshToken } });
    expect(renewed.statusCode).toBe(401);
    expect(await list(here.token)).toHaveLength(1);
    const again = await site.call('DELETE', `sessions/${id}`, { token: here.token });
    expect(again.json()).toMatchObject({ status: 404, code: 'session_not_found' });
  });

  it('ends all others at once', async () => {
    const here = await site.join();
    const others = [await site.signIn(here.email, PASSWORD), await site.signIn(here.email, PASSWORD)];
    const other = await site.join();
    expect((await site.call('DELETE', 'sessions', { token: here.token })).statusCode).toBe(200);
    expect(await list(here.token)).toHaveLength(1);
    for (const session of others) expect(await meStatus(session.json<Session>().token)).toBe(401);
    expect(await meStatus(other.token)).toBe(200);
    const { events } = (await site.call('GET', 'security-events?limit=1', { token: here.token })).json();
    expect(events).toMatchObject([{ kind: 'session-ended', detail: 'All other devices' }]);
  });

  it('is visible only to the member, who alone can end a session', async () => {
    const anna = await site.join();
    const other = await site.join();
    expect(await list(other.token)).toHaveLength(1);
    const response = await site.call('DELETE', `sessions/${idOf(anna.refreshToken)}`, { token: other.token });
    expect(response.statusCode).toBe(404);
    expect(await meStatus(anna.token)).toBe(200);
    for (const [method, path] of [
      ['GET', 'me'],
      ['PATCH', 'me'],
      ['DELETE', 'me'],
      ['GET', 'me/export'],
      ['GET', 'sessions'],
      ['DELETE', 'sessions'],
      ['DELETE', `sessions/${idOf(anna.refreshToken)}`],
      ['POST', 'password/change'],
    ] as const) {
      const guest = await site.call(method, path, { body: method === 'GET' ? undefined : {} });
      expect(guest.json(), path).toMatchObject({ status: 401, code: 'not_signed_in' });
    }
  });

  it('accepts any User-Agent', async () => {
    for (const userAgent of ['', '\u00ff\u00fe', 'x'.repeat(5000), '<script>alert(1)</script>']) {
      const response = await site.call('POST', 'signup', {
        body: { email: newEmail(), password: PASSWORD, firstName: 'A' },
        headers: { 'user-agent': userAgent },
      });
      expect(response.statusCode).toBe(200);
      const [session] = await list(response.json<Session>().token);
      expect(session?.device).toMatch(/^Unknown (device|browser)/);
    }
  });
});
