import { type FormEvent, type ReactNode, useEffect } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import styles from './signin.module.css';
import type { Submission } from './use-submission.ts';

interface Props {
  submission: Submission;
  /** For the green box. */
  success?: string | undefined;
  label: string;
  /** What the button says while the form is under way. */
  busyLabel: string;
  /** The visitor has just come here within the page: the first field takes the focus. */
  arrives: boolean;
  /** Nothing more can be sent: the page is about to move on. */
  isOver?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** What the forms of all modes share: the two boxes, the fields, the button. */
export function FormFrame({
  submission,
  success,
  label,
  busyLabel,
  arrives,
  isOver = false,
  onSubmit,
  children,
}: Props) {
  const isAlive = useHydrated();
  const { form, error, errorId, isBusy } = submission;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, on arrival.
  useEffect(() => {
    if (arrives) form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  }, []);
  return (
    // Before its script runs the form cannot be sent; were it sent, no password would stand in an address.
    <form
      ref={form}
      method="post"
      noValidate
      className={styles.form}
      data-waiting={!isAlive}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    >
      <AlertBox tone="error" id={errorId}>
        {error}
      </AlertBox>
      <AlertBox tone="success">{error ? undefined : success}</AlertBox>
      {children}
      <Button look="primary" type="submit" disabled={!isAlive || isBusy || isOver} aria-busy={isBusy}>
        {isOver ? 'Opening the page…' : isBusy ? busyLabel : label}
      </Button>
    </form>
  );
}

/** A button that looks like a link, for what changes the screen instead of leaving it. */
export function TextButton({
  onClick,
  disabled,
  children,
}: {
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <button type="button" className={styles.textButton} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}
