import type { User } from '@oriel/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionManager } from './session-manager.ts';
import { createLock, FakeServer } from './session-server.fixture.ts';
import { SESSION_KEY } from './stored-session.ts';

let server: FakeServer;
let values: Map<string, string>;
let tabs: () => SessionManager;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  server = new FakeServer();
  values = new Map();
  const withLock = createLock();
  tabs = () =>
    new SessionManager({
      send: server.send,
      withLock,
      storage: {
        getItem: (key) => values.get(key) ?? null,
        setItem: (key, value) => void values.set(key, value),
        removeItem: (key) => void values.delete(key),
      },
    });
});

const stored = () => JSON.parse(values.get(SESSION_KEY) ?? 'null');
const store = (session: unknown) => values.set(SESSION_KEY, JSON.stringify(session));
const answer = async (response: Promise<Response>) => (await response).json();

describe('the start', () => {
  it('of a guest sends no request', async () => {
    const tab = tabs();
    expect(tab.state).toEqual({ user: undefined, isLoading: false, hasSignedOut: false });
    await tab.start();
    expect(server.calls).toEqual([]);
  });

  it('of a member fetches the profile', async () => {
    store({ ...server.session(), user: { id: 'm1', name: 'Ada' } });
    const tab = tabs();
    expect(tab.state).toMatchObject({ user: { name: 'Ada' }, isLoading: true });
    await tab.start();
    expect(tab.state).toMatchObject({ user: { name: 'Ada Lovelace' }, isLoading: false });
    expect(stored().user.name).toBe('Ada Lovelace');
  });

  it('stores only what pages show at once of the profile', async () => {
    const storedMember = {
      id: 'm1',
      name: 'Ada Lovelace',
      avatar: null,
      email: 'ada@example.org',
      subscriptionType: 'Free',
    } as const;
    const profile = { ...storedMember, phone: '+91 98450 12345', dob: '1990-12-10', city: 'Kochi' } as User;
    server.user = profile;
    store(server.session());
    const tab = tabs();
    expect(tab.state).toEqual({ user: storedMember, isLoading: true, hasSignedOut: false });
    await tab.start();
    expect(tab.state).toEqual({ user: profile, profile, isLoading: false, hasSignedOut: false });
    expect(stored()).toEqual({ user: storedMember, token: 't1', refreshToken: 'r1' });
    tab.signIn({ ...server.session(), user: profile });
    expect(stored().user).toEqual(storedMember);
    store({ ...stored(), token: 'old' });
    await tab.fetch('/api/x');
    expect(stored()).toEqual({ user: storedMember, token: 't2', refreshToken: 'r2' });
    tab.updateUser({ ...profile, city: 'Pune' });
    expect(tab.state.profile?.city).toBe('Pune');
    expect(stored()).toEqual({
      user: storedMember,
      token: 't2',
      refreshToken: 'r2',
      profileChangedAt: expect.any(Number),
    });
  });

  it('stores nothing where the profile is unchanged: another tab may just have renewed the tokens', async () => {
    store(server.session());
    await tabs().start();
    const write = vi.spyOn(values, 'set');
    await tabs().start();
    expect(write).not.toHaveBeenCalled();
  });

  it('with an expired access token renews it once', async () => {
    store(server.session());
    server.generation = 1;
    store({ ...server.session(), token: 'old' });
    const tab = tabs();
    await tab.start();
    expect(tab.state.user?.id).toBe('m1');
    expect(stored()).toMatchObject({ token: 't2', refreshToken: 'r2' });
  });

  it('with an expired session signs out', async () => {
    store({ ...server.session(), token: 'old' });
    server.refuses = true;
    const tab = tabs();
    await tab.start();
    expect(tab.state).toEqual({ user: undefined, isLoading: false, hasSignedOut: false });
    expect(stored()).toBeNull();
  });

  it('does not sign out without a network', async () => {
    store(server.session());
    server.isDown = true;
    const tab = tabs();
    await tab.start();
    expect(tab.state).toMatchObject({ user: { id: 'm1' }, isLoading: false });
  });

  it.each(['', '{', 'null', '[]', '{"user":{},"token":"t","refreshToken":"r"}', '{"token":1}'])(
    'with a storage that holds %j is a guest',
    (text) => {
      values.set(SESSION_KEY, text);
      expect(tabs().state.user).toBeUndefined();
    },
  );
});

describe('a refused access token', () => {
  it('is renewed once for all requests of all tabs', async () => {
    store({ ...server.session(), token: 'old' });
    const [first, second] = [tabs(), tabs()];
    const calls = Array.from({ length: 20 }, (_, index) => (index % 2 ? first : second).fetch('/api/x'));
    for (const response of await Promise.all(calls)) {
      expect(await response.json()).toEqual({ as: 'Bearer t2' });
    }
    expect(server.refreshes).toBe(1);
    // Each call twice, and the renewal.
    expect(server.calls).toHaveLength(41);
  });

  it('that cannot be renewed ends the session: reads are retried as a guest, changes fail with the reason', async () => {
    store({ ...server.session(), token: 'old' });
    server.refuses = true;
    const tab = tabs();
    const [read, change] = await Promise.all([
      answer(tab.fetch('/api/x')),
      answer(tab.fetch('/api/x', { method: 'POST', body: '{}' })),
    ]);
    expect(read).toEqual({ as: 'guest' });
    expect(change).toMatchObject({ status: 401, detail: 'Unable to refresh session' });
    expect(tab.state.user).toBeUndefined();
    expect(server.refreshes).toBe(1);
  });

  it('of a blocked member signs out, and changes fail with the reason', async () => {
    store({ ...server.session(), token: 'old' });
    server.blocks = true;
    const tab = tabs();
    const change = await answer(tab.fetch('/api/x', { method: 'POST', body: '{}' }));
    expect(change).toMatchObject({ status: 403, code: 'account_blocked' });
    expect(tab.state.user).toBeUndefined();
    expect(stored()).toBeNull();
  });

  it('of an account that needs verification is kept, and requests fail with instructions', async () => {
    const session = { ...server.session(), token: 'old' };
    store(session);
    server.suspends = true;
    const tab = tabs();
    expect(await answer(tab.fetch('/api/x'))).toEqual({ as: 'guest' });
    for (const call of [tab.fetch('/api/auth/me'), tab.fetch('/api/x', { method: 'POST' })]) {
      expect(await answer(call)).toMatchObject({
        status: 403,
        code: 'ownership_unanswered',
        detail: expect.stringContaining('sign out here'),
      });
    }
    expect(tab.state.user?.id).toBe('m1');
    server.suspends = false;
    expect(await answer(tab.fetch('/api/x'))).toEqual({ as: 'Bearer t2' });
  });

  it('is kept while the server is unavailable', async () => {
    store({ ...server.session(), token: 'old' });
    server.beforeRefresh = () => {
      throw new TypeError('Failed to fetch');
    };
    const tab = tabs();
    expect((await tab.fetch('/api/x')).status).toBe(401);
    expect(tab.state.user?.id).toBe('m1');
  });

  it('is not renewed for a wrong password, nor sent with a sign-in', async () => {
    store(server.session());
    const tab = tabs();
    expect((await tab.fetch('/api/auth/password/change', { method: 'POST', body: '{}' })).status).toBe(401);
    await tab.fetch('/api/auth/login', { method: 'POST', body: '{}' });
    expect(server.refreshes).toBe(0);
    expect(server.calls.at(-1)?.authorization).toBeNull();
  });

  it('is not restored by a renewal that ends after a sign-out', async () => {
    store({ ...server.session(), token: 'old' });
    const tab = tabs();
    server.beforeRefresh = () => tab.signOut();
    await tab.fetch('/api/x');
    expect(stored()).toBeNull();
    expect(tab.state.user).toBeUndefined();
  });

  it('refused late does not end the session of another member who signed in meanwhile', async () => {
    store({ ...server.session(), token: 'old' });
    const tab = tabs();
    const other = { user: { id: 'm2', name: 'Grace' } as User, token: 'tX', refreshToken: 'rX' };
    server.refuses = true;
    server.beforeRefresh = () => tab.signIn(other);
    await tab.fetch('/api/x', { method: 'POST', body: '{}' });
    expect(tab.state.user?.id).toBe('m2');
    expect(stored()).toEqual(other);
    // Nor is anything done in their name.
    expect(server.calls.map(({ authorization }) => authorization)).not.toContain('Bearer tX');
  });
});

describe('signing out', () => {
  it('clears the session at once and ends it on the server', async () => {
    store(server.session());
    const tab = tabs();
    const done = tab.signOut();
    expect(tab.state.user).toBeUndefined();
    await done;
    expect(server.calls).toEqual([
      { path: '/api/auth/logout', authorization: 'Bearer t1', body: { refreshToken: 'r1' } },
    ]);
  });

  it('clears the session even if the request fails', async () => {
    store(server.session());
    server.isDown = true;
    const tab = tabs();
    await tab.signOut();
    expect(stored()).toBeNull();
  });
});

it('fetches a profile that another tab changed once', async () => {
  store(server.session());
  const [tab, other] = [tabs(), tabs()];
  await Promise.all([tab.start(), other.start()]);
  server.user = { ...server.user, emailVerified: true } as User;
  tab.updateUser(server.user);
  const callsBefore = server.calls.length;
  other.syncFromStorage();
  other.syncFromStorage();
  await vi.waitFor(() => expect(other.state.profile?.emailVerified).toBe(true));
  tab.syncFromStorage();
  expect(server.calls.length).toBe(callsBefore + 1);
});

it('notifies once per change, and ignores an incomplete session of another tab', () => {
  store(server.session());
  const tab = tabs();
  let notifications = 0;
  const stop = tab.subscribe(() => {
    notifications += 1;
  });
  tab.syncFromStorage();
  tab.syncFromStorage();
  expect(notifications).toBe(1);
  values.delete(SESSION_KEY);
  tab.syncFromStorage();
  expect(notifications).toBe(2);
  expect(tab.state.user).toBeUndefined();
  stop();
});
