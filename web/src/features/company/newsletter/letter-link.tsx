import type { FooterTexts } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';
import { api, sentenceFor } from '../../../api.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import styles from './letter-link.module.css';

/** What the link asks for. `undefined` until the browser has read its address. */
type Asked = { kind: 'confirm' | 'leave'; token: string } | { kind: 'nothing' } | undefined;
type Outcome = { success: string } | { failure: string };

/** Takes the token out of the address, so that it stays in no history. */
function readLink(): NonNullable<Asked> {
  const { hash, search, pathname } = window.location;
  const given = new URLSearchParams(hash.slice(1) || search);
  window.history.replaceState(window.history.state, '', pathname);
  const [confirm, leave] = [given.get('token'), given.get('leave')];
  if (confirm) return { kind: 'confirm', token: confirm };
  return leave ? { kind: 'leave', token: leave } : { kind: 'nothing' };
}

/** Takes the link of a letter: one that confirms is taken at once, the way out at the press of a button. */
export function LetterLink({ texts }: { texts: FooterTexts['newsletter'] }) {
  const [asked, setAsked] = useState<Asked>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const hasBegun = useRef(false);

  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const link = readLink();
    setAsked(link);
    if (link.kind !== 'confirm') return;
    api('POST /api/newsletter/confirm', { body: { token: link.token } }).then(
      ({ data }) => setOutcome({ success: data.message }),
      (error: unknown) => setOutcome({ failure: sentenceFor(error, texts.failure) }),
    );
  }, [texts]);

  const leave = async (token: string) => {
    setBusy(true);
    try {
      const { data } = await api('POST /api/newsletter/unsubscribe', { body: { token } });
      setOutcome({ success: data.message });
    } catch (error) {
      setOutcome({ failure: sentenceFor(error, texts.failure) });
    } finally {
      setBusy(false);
    }
  };

  const isLeaving = asked?.kind === 'leave';
  const isDone = outcome !== undefined && 'success' in outcome;
  return (
    <div className={styles.letter}>
      <h1 className={styles.heading}>{isLeaving ? texts.leave.heading : texts.heading}</h1>
      {asked?.kind === 'nothing' && <p className={styles.text}>{texts.arriving}</p>}
      {isLeaving && !isDone && <p className={styles.text}>{texts.leave.text}</p>}
      {(asked === undefined || (asked.kind === 'confirm' && !outcome)) && (
        <p className={styles.text}>{texts.checking}</p>
      )}
      <AlertBox tone="error">{outcome && 'failure' in outcome ? outcome.failure : undefined}</AlertBox>
      <AlertBox tone="success">{isDone ? outcome.success : undefined}</AlertBox>
      {isLeaving && !isDone && (
        <Button look="primary" disabled={isBusy} onClick={() => void leave(asked.token)}>
          {texts.leave.label}
        </Button>
      )}
      {isDone && (
        <ButtonLink look="primary" to="/experiences">
          Browse experiences
        </ButtonLink>
      )}
    </div>
  );
}
