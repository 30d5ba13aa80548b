import type { Session, User } from '@oriel/contract';

/** Where the session lies in the browser: `{user, token, refreshToken}` as JSON. */
export const SESSION_KEY = 'oriel-session';

/** What a page shows of a member before it has asked the server. Nothing else of the profile is left in the browser. */
export type StoredUser = Pick<User, 'id' | 'name' | 'avatar' | 'email' | 'subscriptionType'>;

export interface StoredSession extends Pick<Session, 'token' | 'refreshToken'> {
  user: StoredUser;
  /** When a page last changed the profile, in milliseconds: other tabs then fetch it. */
  profileChangedAt?: number;
}

export function storedUser(user: StoredUser): StoredUser {
  const { id, name, avatar, email, subscriptionType } = user;
  return { id, name, avatar, email, subscriptionType };
}

/** What a session is kept in; the browser's `localStorage` outside of tests. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stands in where the browser refuses storage: the session then lasts as long as the page. */
function createMemory(): SessionStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** The browser's storage if it can be written, else a stand-in for this page. */
export function findStorage(): SessionStorage {
  try {
    const probe = `${SESSION_KEY}-probe`;
    localStorage.setItem(probe, '1');
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return createMemory();
  }
}

/** The session in a stored text; undefined for anything else, since anybody can write into the storage. */
export function parseSession(text: string | null): StoredSession | undefined {
  if (text === null) return undefined;
  try {
    const value: Partial<StoredSession> | null = JSON.parse(text);
    const isWhole =
      typeof value?.token === 'string' &&
      typeof value.refreshToken === 'string' &&
      typeof value.user?.id === 'string' &&
      typeof value.user.name === 'string';
    if (!isWhole) return undefined;
    const session = value as StoredSession;
    return { ...session, user: storedUser(session.user) };
  } catch {
    return undefined;
  }
}
