import type { Session, User } from '@oriel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useBrowserValue } from '../ui/hydration.tsx';
import { browserSession } from './browser-session.ts';
import type { SessionState } from './session-manager.ts';
import { SESSION_KEY } from './stored-session.ts';

/** The state on the server, and during hydration. */
const UNKNOWN: SessionState = { user: undefined, profile: undefined, isLoading: true, hasSignedOut: false };

const Context = createContext<SessionState>(UNKNOWN);

const subscribe = (listener: () => void) => browserSession().subscribe(listener);
const stateNow = () => browserSession().state;

/**
 * Provides the session. A stored session's member is shown after hydration, and its profile is
 * refetched; other tabs' sign-ins and sign-outs are applied. Each sign-in or sign-out discards what was fetched
 * before.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useBrowserValue(subscribe, stateNow, UNKNOWN);
  const queryClient = useQueryClient();

  useEffect(() => {
    const session = browserSession();
    void session.start();
    const follow = (event: StorageEvent) => {
      // A null key means that the storage was cleared.
      if (event.key === SESSION_KEY || event.key === null) session.syncFromStorage();
    };
    // A page restored from the back/forward cache has missed other tabs' changes.
    const wake = (event: PageTransitionEvent) => event.persisted && session.syncFromStorage();
    window.addEventListener('storage', follow);
    window.addEventListener('pageshow', wake);
    return () => {
      window.removeEventListener('storage', follow);
      window.removeEventListener('pageshow', wake);
    };
  }, []);

  const memberId = state.user?.id;
  const memberBefore = useRef<string>(undefined);
  useEffect(() => {
    if (memberId === memberBefore.current) return;
    const wasMember = memberBefore.current !== undefined;
    memberBefore.current = memberId;
    // Guests' data may stay until the member's own is loaded; a member's data may not.
    if (wasMember) void queryClient.resetQueries();
    else void queryClient.invalidateQueries();
  }, [memberId, queryClient]);

  useEffect(() => {
    if (!state.isLoading) document.documentElement.toggleAttribute('data-session', state.user !== undefined);
  }, [state]);

  return <Context value={state}>{children}</Context>;
}

const changes = {
  signIn: (session: Session) => browserSession().signIn(session),
  /** Signs out here at once; resolves when the server has responded or cannot be reached. Never rejects. */
  signOut: () => browserSession().signOut(),
  updateUser: (user: User) => browserSession().updateUser(user),
};

/** The session. During hydration, which equals the server's HTML, there is none. */
export function useSession() {
  const { user, profile, isLoading, hasSignedOut } = useContext(Context);
  return { user, profile, isAuthenticated: user !== undefined, isLoading, hasSignedOut, ...changes };
}

/** Runs before the first paint, so that styles can reserve space for members: `:root[data-session]`. It must never throw. */
export const sessionScript = `(function(){try{if(localStorage.getItem(${JSON.stringify(SESSION_KEY)}))document.documentElement.dataset.session=''}catch(e){}})()`;
