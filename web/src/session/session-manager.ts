import type { Problem, Session, User } from '@oriel/contract';
import {
  parseSession,
  SESSION_KEY,
  type SessionStorage,
  type StoredSession,
  type StoredUser,
  storedUser,
} from './stored-session.ts';

type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** The session manager's dependencies; the browser's own outside of tests. */
export interface SessionDeps {
  send: Send;
  storage: SessionStorage;
  /** Runs `work` while no other tab does. */
  withLock: <T>(work: () => Promise<T>) => Promise<T>;
}

/** What a page may know of the session. The same object until something changes. */
export interface SessionState {
  /** The member: the stored fields, and the whole profile once it is loaded. */
  user: (StoredUser & Partial<User>) | undefined;
  /** Their profile, once this page has loaded it. */
  profile: User | undefined;
  /** True until the stored session has been verified. */
  isLoading: boolean;
  /** Whether the member signed out in this tab; false where the session ended without that. */
  hasSignedOut: boolean;
}

/**
 * How a renewal ended: `blocked` (the member) and `ended` (the session) are the server's refusals, and only these sign the
 * member out; `unreachable` means no response; `suspended`, that the owner of the email address has yet to confirm that the
 * account is theirs.
 */
type Renewal = 'renewed' | 'blocked' | 'ended' | 'unreachable' | 'suspended';

export const SESSION_ENDED = 'Unable to refresh session';
const BLOCKED = 'This account is blocked. Please write to us if you think that this is a mistake.';
const SUSPENDED =
  'The email address of this account was just confirmed in another browser. Please answer the question there, or sign out here and sign in with an email code.';

/** Requests that carry their own credentials. A 401 to them says nothing about the session. */
const PUBLIC_AUTH_PATHS =
  /^\/api\/auth\/(login|signup|otp\/|password\/reset\/|token\/refresh|passkeys\/sign-in|recovery-codes\/sign-in)/;

async function codeOf(response: Response): Promise<string> {
  const problem: Partial<Problem> = await response
    .clone()
    .json()
    .catch(() => ({}));
  return problem.code ?? '';
}

/** A wrong password or code in an authorised request says nothing about the session. */
async function isSessionRefused(response: Response): Promise<boolean> {
  return response.status === 401 && !(await codeOf(response)).startsWith('wrong_');
}

const REFUSALS = {
  ended: { status: 401, title: 'Unauthorized', code: 'session_ended', detail: SESSION_ENDED },
  blocked: { status: 403, title: 'Forbidden', code: 'account_blocked', detail: BLOCKED },
  suspended: { status: 403, title: 'Forbidden', code: 'ownership_unanswered', detail: SUSPENDED },
} as const;

function refusalResponse(kind: keyof typeof REFUSALS): Response {
  const problem: Problem = { type: 'about:blank', ...REFUSALS[kind] };
  return Response.json(problem, {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json' },
  });
}

/**
 * Manages the session of this browser. The storage, which all tabs share, is the single source of truth.
 * A refused access token is renewed once for all waiting requests of all tabs.
 */
export class SessionManager {
  readonly #deps: SessionDeps;
  readonly #listeners = new Set<() => void>();
  #state: SessionState;
  #profile: User | undefined;
  #profileChangedAt: number | undefined;
  #hasSignedOut = false;
  #renewal: Promise<Renewal> | undefined;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    const session = this.#read();
    this.#profileChangedAt = session?.profileChangedAt;
    this.#state = {
      user: session?.user,
      profile: undefined,
      isLoading: session !== undefined,
      hasSignedOut: false,
    };
  }

  get state(): SessionState {
    return this.#state;
  }

  /** @returns ends the subscription */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the profile of a stored session. A network failure does not sign out. */
  async start(): Promise<void> {
    if (this.#read() === undefined) return this.#notify(false);
    try {
      const response = await this.fetch('/api/auth/me', { headers: { accept: 'application/json' } });
      if (response.ok) {
        const { user }: { user: User } = await response.json();
        this.#updateProfile(user);
      } else {
        console.warn('Unable to fetch profile', response.status);
      }
    } catch (error) {
      console.warn('Unable to fetch profile', error);
    }
    this.#notify(false);
  }

  /** Another tab has signed in, out, renewed the token, or changed the profile. */
  syncFromStorage(): void {
    this.#notify(false);
    const changedAt = this.#read()?.profileChangedAt;
    if (changedAt === this.#profileChangedAt) return;
    this.#profileChangedAt = changedAt;
    void this.start();
  }

  signIn({ user, token, refreshToken }: Session): void {
    this.#profile = user;
    this.#write({ user, token, refreshToken });
    this.#notify(false);
  }

  updateUser(user: User): void {
    this.#updateProfile(user, { profileChangedAt: Date.now() });
  }

  #updateProfile(user: User, news: Pick<StoredSession, 'profileChangedAt'> = {}): void {
    const session = this.#read();
    if (session?.user.id !== user.id) return;
    this.#profile = user;
    this.#write({ ...session, ...news, user });
    this.#notify(this.#state.isLoading);
  }

  /** Signs out here at once, then on the server; a failed request does not keep the member signed in. */
  async signOut(): Promise<void> {
    const session = this.#read();
    this.#hasSignedOut = true;
    this.#clear();
    if (session === undefined) return;
    const { token, refreshToken } = session;
    await this.#deps
      .send('/api/auth/logout', {
        method: 'POST',
        credentials: 'include',
        keepalive: true,
        headers: { ...this.#withToken({}, token), 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
      })
      .catch((error: unknown) => console.warn('The server was not told of the sign-out.', error));
  }

  /**
   * As the browser's `fetch`, with the member's access token. A request that is refused for its token is sent once more after the
   * renewal; where the session has ended, a read is sent as a guest's and anything else gets 401 `session_ended`, or 403
   * `account_blocked` where that is why. A suspended session is treated alike, with 403 `ownership_unanswered`, also
   * for reads that guests may not make.
   */
  fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { send } = this.#deps;
    const session = PUBLIC_AUTH_PATHS.test(path) ? undefined : this.#read();
    if (session === undefined) return send(path, init);
    const { token, user } = session;
    const response = await send(path, { ...init, headers: this.#withToken(init.headers, token) });
    if (!(await isSessionRefused(response))) return response;
    const renewal = await this.#renew(token);
    if (renewal === 'unreachable') return response;
    const renewed = this.#read();
    // A request of one member is not repeated for another who signed in meanwhile.
    if (renewal === 'renewed' && renewed?.user.id === user.id) {
      return send(path, { ...init, headers: this.#withToken(init.headers, renewed.token) });
    }
    const answer = renewal === 'renewed' ? refusalResponse('ended') : refusalResponse(renewal);
    if ((init.method ?? 'GET') !== 'GET') return answer;
    const asGuest = await send(path, init);
    return renewal === 'suspended' && asGuest.status === 401 ? answer : asGuest;
  };

  /**
   * The access token, for requests that `fetch` cannot send; undefined for guests.
   *
   * @param refused a token that the server has refused: it is renewed first
   */
  async token(refused?: string): Promise<string | undefined> {
    if (refused !== undefined) await this.#renew(refused);
    return this.#read()?.token;
  }

  #withToken(headers: HeadersInit | undefined, token: string): Record<string, string> {
    return { ...Object.fromEntries(new Headers(headers)), authorization: `Bearer ${token}` };
  }

  #renew(refused: string): Promise<Renewal> {
    this.#renewal ??= this.#deps
      .withLock(() => this.#renewAlone(refused))
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }

  async #renewAlone(refused: string): Promise<Renewal> {
    const before = this.#read();
    if (before === undefined) return 'ended';
    if (before.token !== refused) return 'renewed';
    const { refreshToken } = before;
    let response: Response;
    let session: Partial<Session> = {};
    try {
      response = await this.#deps.send('/api/auth/token/refresh', {
        method: 'POST',
        credentials: 'include',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
      });
      if (response.ok) session = await response.json();
    } catch (error) {
      console.warn(SESSION_ENDED, error);
      return 'unreachable';
    }
    // A sign-out or sign-in during the request is newer than its response.
    const now = this.#read();
    if (now?.refreshToken !== refreshToken) return now === undefined ? 'ended' : 'renewed';
    const { user, token, refreshToken: successor } = session;
    if (user && token && successor) {
      this.#profile = user;
      this.#write({ ...now, user, token, refreshToken: successor });
      this.#notify(this.#state.isLoading);
      return 'renewed';
    }
    const code = response.status === 403 ? await codeOf(response) : '';
    if (code === 'ownership_unanswered') return 'suspended';
    const isBlocked = code === 'account_blocked';
    if (!isBlocked && response.status !== 400 && response.status !== 401) return 'unreachable';
    console.warn(SESSION_ENDED);
    this.#clear();
    return isBlocked ? 'blocked' : 'ended';
  }

  #read(): StoredSession | undefined {
    return parseSession(this.#deps.storage.getItem(SESSION_KEY));
  }

  #write(session: StoredSession): void {
    this.#profileChangedAt = session.profileChangedAt;
    const text = JSON.stringify({ ...session, user: storedUser(session.user) });
    // Other tabs' changes arrive late: what is stored unchanged could undo a renewal that this tab does not see yet.
    if (text !== this.#deps.storage.getItem(SESSION_KEY)) this.#deps.storage.setItem(SESSION_KEY, text);
  }

  #clear(): void {
    this.#deps.storage.removeItem(SESSION_KEY);
    this.#notify(false);
  }

  #notify(isLoading: boolean): void {
    const stored = this.#read()?.user;
    const profile = stored !== undefined && this.#profile?.id === stored.id ? this.#profile : undefined;
    const user = stored && { ...profile, ...stored };
    if (stored !== undefined) this.#hasSignedOut = false;
    const before = this.#state;
    if (isLoading === before.isLoading && JSON.stringify(user) === JSON.stringify(before.user)) return;
    this.#profile = profile;
    this.#state = { user, profile, isLoading, hasSignedOut: this.#hasSignedOut };
    for (const listener of this.#listeners) listener();
  }
}
