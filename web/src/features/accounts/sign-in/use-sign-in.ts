import type { Session } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';
import { clearReferral, storedReferral } from '../../../session/referral.ts';
import { useSession } from '../../../session/session.tsx';

/** How long a success can be read before the page moves on. */
const READING_MS = 1500;

interface Finish {
  session: Session;
  /** For the green box; without one the page moves on at once. */
  message?: string;
}

/**
 * The end of every mode: takes the session, says so, and hands over. Somebody who is signed in already, here or in another
 * tab, is handed over as well.
 *
 * @param onDone gets the path that a referral link asked for, if there was one and an account was created
 */
export function useSignIn(onDone: (referralPath: string | undefined) => void) {
  const { signIn, isAuthenticated, isLoading } = useSession();
  const [success, setSuccess] = useState<string>();
  const isFinishing = useRef(false);
  const done = useRef(onDone);
  done.current = onDone;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (isAuthenticated && !isLoading && !isFinishing.current) done.current(undefined);
  }, [isAuthenticated, isLoading]);

  const finish = ({ session, message }: Finish, referralPath?: string) => {
    isFinishing.current = true;
    clearReferral();
    signIn(session);
    if (message === undefined) return done.current(referralPath);
    setSuccess(message);
    timer.current = setTimeout(() => done.current(referralPath), READING_MS);
  };

  return {
    /** For the green box. */
    success,
    /** Signed in; only the message is still to be read. */
    isFinished: isFinishing.current,
    finish,
    /** After a sign-up the path of the referral link goes before all others. */
    finishSignUp: (result: Finish) => finish(result, storedReferral()?.next),
  };
}

export type SignIn = ReturnType<typeof useSignIn>;
