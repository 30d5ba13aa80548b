import type { FooterTexts } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';
import { api, errorMessage } from '../../api.ts';

/** What a letter's link asks for. */
export type LinkRequest = { kind: 'confirm' | 'leave'; token: string } | { kind: 'nothing' };

/** What has come of it. Who has just confirmed can still take it back, with `leaveToken`. */
type Outcome = { done: 'confirm' | 'leave'; sentence: string; leaveToken?: string } | { failure: string };

/** Takes the token out of the address, so that it stays in no history. */
function readLink(): LinkRequest {
  const { hash, search, pathname } = window.location;
  const given = new URLSearchParams(hash.slice(1) || search);
  window.history.replaceState(window.history.state, '', pathname);
  const confirm = given.get('token');
  if (confirm) return { kind: 'confirm', token: confirm };
  const leave = given.get('leave') ?? given.get('leaveToken');
  return leave ? { kind: 'leave', token: leave } : { kind: 'nothing' };
}

/** What the server knows of the address, which lacks the part behind the `#`. */
export interface ServerLink {
  /** The way out of a letter, where the address has it. */
  leaveToken: string | undefined;
  /** They have just left, by a form without scripts. */
  hasLeft: boolean;
}

/** Reads the link that led to the page, and does what it asks for once somebody presses a button. */
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
    /** `undefined` until the browser has read its address. */
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
