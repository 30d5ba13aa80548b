import type { FooterTexts } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';
import { api, errorMessage } from '../../api.ts';

export type LinkRequest = { kind: 'confirm' | 'leave'; token: string } | { kind: 'nothing' };

/** The outcome. A confirmation can still be undone with `leaveToken`. */
type Outcome = { done: 'confirm' | 'leave'; sentence: string; leaveToken?: string } | { failure: string };

/** Removes the token from the URL, so that it stays in no history. */
function readLink(): LinkRequest {
  const { hash, search, pathname } = window.location;
  const params = new URLSearchParams(hash.slice(1) || search);
  window.history.replaceState(window.history.state, '', pathname);
  const confirm = params.get('token');
  if (confirm) return { kind: 'confirm', token: confirm };
  const leave = params.get('leave') ?? params.get('leaveToken');
  return leave ? { kind: 'leave', token: leave } : { kind: 'nothing' };
}

/** What the server read from the URL, which lacks the fragment. */
export interface ServerLink {
  leaveToken: string | undefined;
  /** They have just unsubscribed, by a form without scripts. */
  hasLeft: boolean;
}

export function useNewsletterLink(texts: FooterTexts['newsletter'], { leaveToken, hasLeft }: ServerLink) {
  const [request, setRequest] = useState<LinkRequest | undefined>(
    leaveToken === undefined ? undefined : { kind: 'leave', token: leaveToken },
  );
  const [outcome, setOutcome] = useState<Outcome | undefined>(
    hasLeft ? { done: 'leave', sentence: texts.leave.done } : undefined,
  );
  const [isBusy, setBusy] = useState(false);
  const hasBegun = useRef(false);

  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    setRequest(readLink());
  }, []);

  const attempt = async (work: () => Promise<Outcome>) => {
    setBusy(true);
    try {
      setOutcome(await work());
    } catch (error) {
      setOutcome({ failure: errorMessage(error, texts.failure) });
    } finally {
      setBusy(false);
    }
  };

  return {
    /** `undefined` until the browser has read the URL. */
    request,
    outcome,
    isBusy,
    confirm: (token: string) =>
      attempt(async () => {
        const { data } = await api('POST /api/newsletter/confirm', { body: { token } });
        return { done: 'confirm', sentence: data.message, leaveToken: data.leaveToken };
      }),
    leave: (token: string) =>
      attempt(async () => {
        const { data } = await api('POST /api/newsletter/unsubscribe', { body: { token } });
        return { done: 'leave', sentence: data.message };
      }),
  };
}
