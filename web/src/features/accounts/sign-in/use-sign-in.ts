import type { Session } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';
import { clearReferral, storedReferral } from '../../../session/referral.ts';
import { useSession } from '../../../session/session.tsx';

/** How long a success message is shown before the page navigates. */
const READING_MS = 1500;

interface Finish {
  session: Session;
  /** For the green box; without it the page navigates at once. */
  message?: string;
}

/** Stores the session, shows a message and calls `onDone`, which is also called for members who are signed in, here or in another tab. */
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
    success,
    /** Signed in; the message is still shown. */
    isFinished: isFinishing.current,
    finish,
    /** After a sign-up the referral link's target takes precedence. */
    finishSignUp: (result: Finish) => finish(result, storedReferral()?.next),
  };
}

export type SignIn = ReturnType<typeof useSignIn>;
