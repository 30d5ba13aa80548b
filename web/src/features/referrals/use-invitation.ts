import { useEffect, useState } from 'react';
import { ApiError, api, errorMessage } from '../../api.ts';
import { clearReferral, storeReferral } from '../../session/referral.ts';

export type Invitation =
  | { state: 'idle' | 'loading' }
  | { state: 'success'; welcomeTokens: number; expiresAt: string }
  /** The link is invalid; the message may be shown. */
  | { state: 'error'; isRefused: true; message: string }
  /** Its validity is unknown yet. */
  | { state: 'error'; isRefused: false; message: string; isRetrying: boolean; retry: () => void };

const NO_LONGER_VALID = 'This referral link is no longer valid.';
const UNREACHABLE = 'The connection may be down. Your invitation is not lost.';

const TOO_MANY_REQUESTS = 429;

/** Whether a retry would give the same response. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && error.status !== TOO_MANY_REQUESTS;

type Outcome =
  | { kind: 'open'; welcomeTokens: number; expiresAt: string }
  | { kind: 'refused' | 'unreachable'; message: string; attempt: number };

/**
 * Registers a guest's visit of a referral link and stores the referral until they sign up. An invalid link clears
 * the stored one. Give the component a `key` for each code.
 *
 * @param code undefined where the link has none: nothing is requested
 * @param next a safe path of our own site: the link's target
 * @param isGuest undefined until it is known
 */
export function useInvitation(
  code: string | undefined,
  next: string | undefined,
  isGuest: boolean | undefined,
): Invitation {
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>();

  useEffect(() => {
    if (!isGuest || code === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    api('POST /api/referrals/visit', { body: { referralCode: code }, signal }).then(
      ({ data: { referral } }) => {
        if (signal.aborted) return;
        const { trackingToken: token, referrerUserId, expiresAt, welcomeTokens } = referral;
        const stored = storeReferral({ code, token, referrerUserId, expiresAt, ...(next && { next }) });
        setOutcome({ kind: 'open', welcomeTokens, expiresAt: stored.expiresAt });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        console.warn('Unable to register referral visit', error);
        if (isRefusal(error)) {
          clearReferral();
          const isKnown = error instanceof ApiError && error.code === 'referral_not_found';
          const message = isKnown ? errorMessage(error, NO_LONGER_VALID) : NO_LONGER_VALID;
          setOutcome({ kind: 'refused', message, attempt });
        } else {
          setOutcome({ kind: 'unreachable', message: errorMessage(error, UNREACHABLE), attempt });
        }
      },
    );
    return () => controller.abort();
  }, [code, next, isGuest, attempt]);

  if (!isGuest) return { state: 'idle' };
  if (outcome === undefined) return { state: 'loading' };
  if (outcome.kind === 'open') {
    return { state: 'success', welcomeTokens: outcome.welcomeTokens, expiresAt: outcome.expiresAt };
  }
  const { kind, message } = outcome;
  if (kind === 'refused') return { state: 'error', isRefused: true, message };
  return {
    state: 'error',
    isRefused: false,
    message,
    isRetrying: outcome.attempt !== attempt,
    retry: () => setAttempt(outcome.attempt + 1),
  };
}
