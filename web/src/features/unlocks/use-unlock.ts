import type { ExperienceDetail } from '@oriel/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, api } from '../../api.ts';
import { useSession } from '../../session/session.tsx';
import { useRefreshTokens } from '../../session/token-summary.ts';
import { useUnlockedTours } from './unlocked-tours.ts';

/** The message for every failure but a lack of tokens. */
export const UNLOCK_FAILED = 'Unable to authorize this experience. Please try again.';

/** A request must not hang; a retry costs nothing more. */
const TIMEOUT_MS = 30_000;

/** The session manager's code for a request after the end of the session. */
const SESSION_ENDED = 'session_ended';

/** The server's code where the member must verify their email before spending the tokens. */
const VERIFY_EMAIL_FIRST = 'verify_email_first';

const underWay = new Map<string, Promise<ExperienceDetail>>();

/** Unlocks a tour on the server. Concurrent calls for one tour share a request. */
function requestAccess(memberId: string, id: number): Promise<ExperienceDetail> {
  const key = `${memberId} ${id}`;
  const before = underWay.get(key);
  if (before) return before;
  const request = api('POST /api/vr360/:id/access', {
    params: { id: String(id) },
    body: { createdDate: new Date().toISOString() },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then(({ data }) => data.experience)
    .finally(() => underWay.delete(key));
  underWay.set(key, request);
  return request;
}

export interface UnlockCallbacks {
  /** The tour is unlocked: caches must be updated, wherever the member is by now. */
  keep: (experience: ExperienceDetail) => Promise<void>;
  /** The member is still on the same page and may enter. */
  onOpened: (experience: ExperienceDetail) => void;
  /** The balance is too low. */
  onShort: () => void;
  /** The balance would suffice if the member's email were verified. */
  onUnverified: (id: number) => void;
  onSignedOut: () => void;
}

export function useUnlock(callbacks: UnlockCallbacks) {
  const { user } = useSession();
  const refreshTokens = useRefreshTokens();
  const { add } = useUnlockedTours();
  const { key: place } = useLocation();
  const [busyId, setBusyId] = useState<number>();
  const [failedId, setFailedId] = useState<number>();
  // Set at once, unlike state, so that the second of two quick clicks sees it.
  const isBusy = useRef(false);
  // The current values when the response arrives. No place: the page was left.
  const now = useRef<{
    memberId: string | undefined;
    place: string | undefined;
    callbacks: UnlockCallbacks;
  }>(undefined);
  useLayoutEffect(() => {
    now.current = { memberId: user?.id, place, callbacks };
  });
  useLayoutEffect(
    () => () => {
      if (now.current) now.current.place = undefined;
    },
    [],
  );

  const ask = async (memberId: string, id: number) => {
    const isHere = () => now.current?.place === place;
    try {
      const experience = await requestAccess(memberId, id);
      if (now.current?.memberId !== memberId) return;
      // Checked before the callbacks, which may unmount the component that asked.
      const wasHere = isHere();
      const { callbacks } = now.current;
      add(id);
      await callbacks.keep(experience);
      void refreshTokens();
      if (wasHere) callbacks.onOpened(experience);
    } catch (error) {
      const { status, code } = error instanceof ApiError ? error : {};
      if (code === SESSION_ENDED) {
        if (isHere()) now.current?.callbacks.onSignedOut();
        return;
      }
      // Also without a response: the server may have charged the price.
      void refreshTokens();
      if (status === 402) {
        if (isHere()) now.current?.callbacks.onShort();
      } else if (code === VERIFY_EMAIL_FIRST) {
        if (isHere()) now.current?.callbacks.onUnverified(id);
      } else {
        console.warn('The tour could not be opened.', error);
        setFailedId(id);
      }
    }
  };

  return {
    /** The tour that is being unlocked. */
    busyId,
    /** The tour that could not be unlocked last; `UNLOCK_FAILED` says so. */
    failedId,
    /** Does nothing for guests, and while a tour is being unlocked. */
    open: (id: number) => {
      if (isBusy.current || user === undefined) return;
      isBusy.current = true;
      setBusyId(id);
      setFailedId(undefined);
      void ask(user.id, id).finally(() => {
        isBusy.current = false;
        setBusyId(undefined);
      });
    },
  };
}
