import type { Session, User } from '@oriel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { browserSession } from './browser-session.ts';
import type { SessionState } from './session-manager.ts';
import { SESSION_KEY } from './stored-session.ts';

/** What the server renders, and therefore the browser at first: nobody is known yet. */
const UNKNOWN: SessionState = { user: undefined, profile: undefined, isLoading: true };

const Context = createContext<SessionState>(UNKNOWN);

const subscribe = (listener: () => void) => browserSession().subscribe(listener);
const stateNow = () => browserSession().state;

/**
 * Gives the session to everything below. A stored session shows its member as soon as the page is alive, and its profile is
 * fetched anew; other tabs' sign-ins and sign-outs are followed. Whoever signs in or out sees none of what was fetched
 * for whom they were before.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(subscribe, stateNow, () => UNKNOWN);
  const queryClient = useQueryClient();

  useEffect(() => {
    const session = browserSession();
    void session.start();
    const follow = (event: StorageEvent) => {
      // A null key says that everything was cleared.
      if (event.key === SESSION_KEY || event.key === null) session.syncFromStorage();
    };
    // A page that the browser had put aside has missed what other tabs did.
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
    // What a guest saw may stay until the member's own arrives; what a member saw may not.
    if (wasMember) void queryClient.resetQueries();
    else void queryClient.invalidateQueries();
  }, [memberId, queryClient]);

  useEffect(() => {
    if (!state.isLoading) document.documentElement.toggleAttribute('data-session', state.user !== undefined);
  }, [state]);

  return <Context value={state}>{children}</Context>;
}

/** The session and what changes it. */
export interface SessionAccess extends SessionState {
  isAuthenticated: boolean;
  /** Takes a session that the server has just begun. */
  signIn: (session: Session) => void;
  /** Signs out here at once; resolves when the server knows, too, or cannot be reached. Never rejects. */
  signOut: () => Promise<void>;
  /** The member as the server answered them after a change. */
  updateUser: (user: User) => void;
}

const changes: Pick<SessionAccess, 'signIn' | 'signOut' | 'updateUser'> = {
  signIn: (session) => browserSession().signIn(session),
  signOut: () => browserSession().signOut(),
  updateUser: (user) => browserSession().updateUser(user),
};

/** Who is signed in. During the first rendering, which equals the server's, nobody is. */
export function useSession(): SessionAccess {
  const { user, profile, isLoading } = useContext(Context);
  return { user, profile, isAuthenticated: user !== undefined, isLoading, ...changes };
}

/**
 * Runs in the head before the first paint and marks the page of a browser that holds a session, so that styles can keep
 * the place of what members see: `:root[data-session]`. Keep it free of anything that can throw.
 */
export const sessionScript = `(function(){try{if(localStorage.getItem(${JSON.stringify(SESSION_KEY)}))document.documentElement.dataset.session=''}catch(e){}})()`;
