import type { ExperienceDetail } from '@oriel/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, api } from '../../api.ts';
import { useSession } from '../../session/session.tsx';
import { useRefreshTokens } from '../../session/token-summary.ts';
import { useUnlockedTours } from './unlocked-tours.ts';

/** The sentence for every failure but the lack of tokens. */
export const UNLOCK_FAILED = 'Unable to authorize this experience. Please try again.';

/** A card must not authorise for ever; asking again costs nothing more. */
const TIMEOUT_MS = 30_000;

/** The session keeper's code for a call that came after the end of the session. */
const SESSION_ENDED = 'session_ended';

/** The server's code where the tokens wait for the member to verify their email. */
const VERIFY_EMAIL_FIRST = 'verify_email_first';

const underWay = new Map<string, Promise<ExperienceDetail>>();

/** Asks the server to open a tour. Whoever asks again while it answers waits for the same answer. */
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

/** What follows on the server's answer. */
export interface UnlockCallbacks {
  /** The tour is the member's: whatever is kept of it must learn so, wherever the member is by now. */
  keep: (experience: ExperienceDetail) => Promise<void>;
  /** The member is still where they asked and may enter. */
  onOpened: (experience: ExperienceDetail) => void;
  /** The tokens do not suffice (any more). */
  onShort: () => void;
  /** The tokens would suffice if the member's email were verified. */
  onUnverified: (id: number) => void;
  /** The session has ended. */
  onSignedOut: () => void;
}

/** Unlock tours for tokens or by a plan, one at a time. */
export interface Unlock {
  /** The tour that is being opened. */
  busyId: number | undefined;
  /** The tour that could not be unlocked last; `UNLOCK_FAILED` says so. */
  failedId: number | undefined;
  /** Asks for a tour. Does nothing for guests, and while one is being opened. */
  open: (id: number) => void;
}

/** Opens tours for the member who is signed in, and sees to it that the page learns what came of it. */
export function useUnlock(callbacks: UnlockCallbacks): Unlock {
  const { user } = useSession();
  const refreshTokens = useRefreshTokens();
  const { add } = useUnlockedTours();
  const { key: place } = useLocation();
  const [busyId, setBusyId] = useState<number>();
  const [failedId, setFailedId] = useState<number>();
  // Set at once, unlike state: the second of two quick clicks must find it.
  const isBusy = useRef(false);
  // What holds when the answer comes, which may be a while after the question. No place: the page was left.
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
      // Asked before the page learns of it: what asked may have been there only for a locked tour.
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
      // Also where no answer came: the server may have taken the price, and a wallet seen elsewhere is no longer true.
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
    busyId,
    failedId,
    open: (id) => {
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
