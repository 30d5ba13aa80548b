import { useEffect, useRef, useState } from 'react';
import { ApiError, api } from '../../../api.ts';
import {
  canAutofillPasskeys,
  cancelPasskey,
  canUsePasskeys,
  isReplaced,
  passkeySentence,
  provePasskey,
} from '../../../session/passkeys.ts';
import type { SignIn } from './use-sign-in.ts';
import { signInErrorMessage } from './use-sign-in-form.ts';

/** Challenges live for ten minutes; a page that waits longer asks for another. */
const RENEW_MS = 9 * 60_000;
const UNSUPPORTED = 'Passkeys cannot be used in this browser or at this address. Please sign in another way.';
const FAILED = 'The passkey could not be used. Please try again.';

async function signInWithPasskey(isAutofill: boolean) {
  const { data: options } = await api('POST /api/auth/passkeys/sign-in/options', {});
  const credential = await provePasskey(options, isAutofill);
  return (await api('POST /api/auth/passkeys/sign-in', { body: { credential } })).data;
}

/**
 * Signing in with a passkey: by `start`, or by choosing one among the suggestions of the email field, for which the page
 * waits all along.
 */
export function usePasskey(signIn: SignIn) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const finish = useRef(signIn.finish);
  finish.current = signIn.finish;
  /** Counts the uses; only the latest may have an effect. */
  const latest = useRef(0);

  /** @returns whether somebody is signed in */
  const use = async (isAutofill: boolean): Promise<boolean> => {
    latest.current += 1;
    const own = latest.current;
    try {
      const session = await signInWithPasskey(isAutofill);
      if (own !== latest.current) return false;
      finish.current({ session });
      return true;
    } catch (failure) {
      if (own !== latest.current || isReplaced(failure)) return false;
      // Nobody asked for the suggestions, so only what came of choosing one is told.
      if (isAutofill && !(failure instanceof ApiError && failure.code.endsWith('_passkey'))) return false;
      setError(passkeySentence(failure) ?? signInErrorMessage(failure, FAILED));
      return false;
    }
  };

  const wait = useRef(async () => {});
  wait.current = async () => {
    const own = latest.current;
    if ((await canAutofillPasskeys()) && own === latest.current) await use(true);
  };

  useEffect(() => {
    void wait.current();
    const renewal = setInterval(() => void wait.current(), RENEW_MS);
    return () => {
      clearInterval(renewal);
      latest.current += 1;
      if (canUsePasskeys()) void cancelPasskey();
    };
  }, []);

  const start = async () => {
    setError(undefined);
    if (!canUsePasskeys()) {
      setError(UNSUPPORTED);
      return;
    }
    setIsBusy(true);
    const isDone = await use(false);
    setIsBusy(false);
    // The suggestions ended when the dialog opened.
    if (!isDone) void wait.current();
  };

  return { isBusy, error, start: () => void start() };
}
