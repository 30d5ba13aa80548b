import type { OwnershipAnswer } from '@oriel/contract';
import { useEffect, useState } from 'react';
import { ApiError, type ApiResponse, api } from '../../../api.ts';
import { FormFrame } from './form-frame.tsx';
import { OwnershipChoice } from './ownership-choice.tsx';
import styles from './signin.module.css';
import { signInErrorMessage, useSignInForm } from './use-sign-in-form.ts';

const FAILED = 'Your email address could not be verified. Please try again.';
export const DEAD_LINK = 'This link is no longer valid.';

type LinkState = ApiResponse<'POST /api/auth/email/verify/link'>;

interface Props {
  /** From the link. */
  token: string;
  /** The link was used; `isClaimed` after a "No". */
  onVerified: (result: { message: string; isClaimed: boolean }) => void;
  /** The link cannot be used. @param sentence says why */
  onFailure: (sentence: string) => void;
}

const isDead = (error: unknown) => error instanceof ApiError && error.code === 'wrong_code';

/** Nothing happens until the visitor presses a button, since mail scanners open links too. */
export function VerifyLink({ token, onVerified, onFailure }: Props) {
  const [link, setLink] = useState<LinkState>();

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    api('POST /api/auth/email/verify/link', { body: { token }, signal }).then(
      ({ data }) => setLink(data),
      (error: unknown) => {
        if (!signal.aborted) onFailure(isDead(error) ? DEAD_LINK : signInErrorMessage(error, DEAD_LINK));
      },
    );
    return () => controller.abort();
  }, [token, onFailure]);

  const verify = async (answer?: OwnershipAnswer) => {
    try {
      const body = { token, ...(answer && { answer }) };
      onVerified((await api('POST /api/auth/email/verify', { body })).data);
    } catch (error) {
      if (!isDead(error)) throw error;
      onFailure(DEAD_LINK);
    }
  };
  const form = useSignInForm({ fallback: FAILED, send: () => verify() });

  if (link === undefined) return <p role="status">Checking the link…</p>;
  if (link.asksForOwnership) {
    return (
      <OwnershipChoice
        account={link}
        error={form.error}
        isBusy={form.isSending}
        onAnswer={(answer) => void form.attempt({ fallback: FAILED, send: () => verify(answer) })}
      />
    );
  }
  return (
    <FormFrame state={form} label="Confirm my email address" busyLabel="One moment…" autoFocus={false}>
      <p>
        Press the button to confirm that this address is yours:{' '}
        <span className={styles.address}>{link.email}</span>
      </p>
    </FormFrame>
  );
}
