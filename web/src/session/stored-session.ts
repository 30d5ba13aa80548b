import type { Session, User } from '@oriel/contract';

/** The key of the stored session: `{user, token, refreshToken}` as JSON. */
export const SESSION_KEY = 'oriel-session';

/** What pages show of a member before the profile is loaded. Nothing else of it is stored in the browser. */
export type StoredUser = Pick<User, 'id' | 'name' | 'avatar' | 'email' | 'subscriptionType'>;

export interface StoredSession extends Pick<Session, 'token' | 'refreshToken'> {
  user: StoredUser;
  /** When a tab last changed the profile, in milliseconds: other tabs then reload it. */
  profileChangedAt?: number;
}

export function storedUser(user: StoredUser): StoredUser {
  const { id, name, avatar, email, subscriptionType } = user;
  return { id, name, avatar, email, subscriptionType };
}

/** The session's storage; `localStorage` outside of tests. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Used where the browser refuses storage: the session then lasts as long as the page. */
function createMemory(): SessionStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** The browser's storage if it is writable, else memory. */
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

/** Parses a stored session; undefined where it is invalid. */
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
