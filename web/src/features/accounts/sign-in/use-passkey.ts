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

/** Challenges expire after ten minutes; a page that waits longer requests another. */
const RENEW_MS = 9 * 60_000;
const UNSUPPORTED = 'Passkeys cannot be used in this browser or at this address. Please sign in another way.';
const FAILED = 'The passkey could not be used. Please try again.';

async function signInWithPasskey(isAutofill: boolean) {
  const { data: options } = await api('POST /api/auth/passkeys/sign-in/options', {});
  const credential = await provePasskey(options, isAutofill);
  return (await api('POST /api/auth/passkeys/sign-in', { body: { credential } })).data;
}

/** Signs in with a passkey: with `start`, or when the visitor picks one that the email field suggests. */
export function usePasskey(signIn: SignIn) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const finish = useRef(signIn.finish);
  finish.current = signIn.finish;
  /** Counts the attempts; only the latest may have an effect. */
  const latest = useRef(0);

  /** @returns whether the sign-in succeeded */
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
      // Suggestions appear unasked, so only the failure of a chosen one is shown.
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
    // Opening the dialog ended the suggestions.
    if (!isDone) void wait.current();
  };

  return { isBusy, error, start: () => void start() };
}
