import type { Session, User } from '@oriel/contract';
import type { SessionDeps } from './session-manager.ts';

/** A server that knows one member, whose tokens count up with each renewal. */
export class FakeServer {
  generation = 1;
  refuses = false;
  blocks = false;
  suspends = false;
  isDown = false;
  refreshes = 0;
  calls: { path: string; authorization: string | null; body: unknown }[] = [];
  /** Awaited before a renewal is answered. */
  beforeRefresh: () => Promise<void> | void = () => undefined;

  user = { id: 'm1', name: 'Ada Lovelace' } as User;

  session(): Session {
    return { user: this.user, token: `t${this.generation}`, refreshToken: `r${this.generation}` };
  }

  send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const authorization = new Headers(init.headers).get('authorization');
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body));
    this.calls.push({ path, authorization, body });
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (this.isDown) throw new TypeError('Failed to fetch');
    if (path === '/api/auth/token/refresh') {
      this.refreshes += 1;
      await this.beforeRefresh();
      if (this.blocks) return problem('account_blocked', 403);
      if (this.suspends) return problem('ownership_unanswered', 403);
      if (this.refuses || body.refreshToken !== `r${this.generation}`) return problem('session_ended');
      this.generation += 1;
      return Response.json(this.session());
    }
    if (path === '/api/auth/logout') return Response.json({ message: 'Bye.' });
    if (path === '/api/auth/password/change') return problem('wrong_credentials');
    if (authorization !== null && authorization !== `Bearer t${this.generation}`)
      return problem('invalid_token');
    if (path === '/api/auth/me')
      return authorization === null ? problem('not_signed_in') : Response.json({ user: this.user });
    return Response.json({ as: authorization ?? 'guest' });
  };
}

function problem(code: string, status = 401): Response {
  return Response.json({ status, code, detail: 'No.' }, { status });
}

/** One lock for all tabs, as the browser has. */
export function createLock(): SessionDeps['withLock'] {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
