import { SessionManager } from './session-manager.ts';
import { findStorage, SESSION_KEY } from './stored-session.ts';

/** The response may be lost; other tabs must not wait indefinitely. */
const LOCK_TIMEOUT_MS = 20_000;

async function withLock<T>(work: () => Promise<T>): Promise<T> {
  // Only secure pages have locks. Without them the server gives concurrent renewals the same successor.
  if (!('locks' in navigator)) return work();
  let begun = false;
  try {
    return await navigator.locks.request(
      `${SESSION_KEY}-renewal`,
      { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) },
      () => {
        begun = true;
        return work();
      },
    );
  } catch (error) {
    if (begun) throw error;
    return work();
  }
}

let manager: SessionManager | undefined;

/** The session of this browser. Not for the server, which renders pages for guests. */
export function browserSession(): SessionManager {
  manager ??= new SessionManager({
    send: (path, init) => fetch(path, init),
    storage: findStorage(),
    withLock,
  });
  return manager;
}
