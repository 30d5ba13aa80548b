import type { OwnershipAnswer, OwnershipQuestion } from '@oriel/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { formatDate } from '../../../format.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { useHydrated } from '../../../ui/hydration.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import styles from './signin.module.css';

interface Props {
  account: Omit<OwnershipQuestion, 'token'>;
  error?: string | undefined;
  /** For the green box; disables the buttons. */
  success?: string | undefined;
  isBusy: boolean;
  onAnswer: (answer: OwnershipAnswer) => void;
}

/** Asks the owner of an email address whether the account created with it is theirs. */
export function OwnershipChoice({ account, error, success, isBusy, onAnswer }: Props) {
  const { email, createdAt, device } = account;
  const isHydrated = useHydrated();
  const questionId = useId();
  const question = useRef<HTMLParagraphElement>(null);
  const [answered, setAnswered] = useState<OwnershipAnswer>();
  // Not to a button, so that a second press of Enter does not answer it.
  useEffect(() => question.current?.focus(), []);
  const choice = (answer: OwnershipAnswer) => ({
    disabled: !isHydrated || isBusy || success !== undefined,
    'aria-busy': isBusy && answered === answer,
    onClick: () => {
      setAnswered(answer);
      onAnswer(answer);
    },
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs.
    <div
      role="group"
      aria-labelledby={questionId}
      className={`${stack.gap4} ${styles.form}`}
      data-waiting={!isHydrated}
    >
      <AlertBox tone="error">{error}</AlertBox>
      <AlertBox tone="success">{success}</AlertBox>
      <p className={styles.address}>{email}</p>
      <p ref={question} id={questionId} tabIndex={-1} className={styles.question}>
        An account for this address was made on {formatDate(createdAt, 'long')} with{' '}
        {device || 'an unknown device'}. Was that you?
      </p>
      <Button variant="primary" {...choice('mine')}>
        {isBusy && answered === 'mine' ? 'One moment…' : 'Yes, this is my account'}
      </Button>
      <Button {...choice('not-mine')}>
        {isBusy && answered === 'not-mine' ? 'Removing…' : 'No, remove it'}
      </Button>
      <p className={prose.soft}>
        If it was not you, someone else used your address. “No” removes their password, their devices and
        their profile, and leaves you an empty account.
      </p>
    </div>
  );
}
