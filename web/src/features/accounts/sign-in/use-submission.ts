import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../../../api.ts';
import type { Complaint, FieldName } from './validation.ts';

/** For failures without an answer of the server. */
const UNKNOWN_FAILURE = 'Something went wrong. Please try again.';

/** Where the server's schemas found a fault ("body.email: ..."); people see the field instead. */
const PLACE = /^(?:body|params|query)[\w.]*: /;

/**
 * The sentence for a refused or failed call.
 *
 * @param fallback for an answer that the server did not explain
 */
export function explain(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return UNKNOWN_FAILURE;
  const isExplained = error.code !== 'unexplained' && (error.status < 500 || error.status === 503);
  return (isExplained && error.message.replace(PLACE, '')) || fallback;
}

/** The field that a refused call is about, as far as it can be told. */
function fieldOf(error: unknown): FieldName | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'wrong_code') return 'code';
  if (error.code === 'password_too_common') return 'password';
  if (error.code === 'email_taken') return 'email';
  const place = error.code === 'invalid_request' ? error.message.match(/^body\.(\w+):/)?.[1] : undefined;
  if (place === 'newPassword') return 'password';
  if (place === 'firstName' || place === 'lastName') return 'fullName';
  return (['email', 'password', 'phone', 'code'] as const).find((name) => name === place);
}

/** One way of sending a form. */
interface Attempt {
  /** What is missing; then nothing is sent. */
  check?: (() => Complaint | undefined) | undefined;
  send: () => Promise<void>;
  /** For a refusal that the server did not explain. */
  fallback: string;
}

/**
 * Sends the forms of the sign-in screen: one at a time, with its complaint in the red box and the field concerned marked
 * and focused. Inputs keep what was typed, since nothing here touches them.
 */
export function useSubmission() {
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [complaint, setComplaint] = useState<{ field: FieldName | undefined; text: string }>();

  const awaitsFocus = useRef<string>(undefined);
  const focus = (field: FieldName | undefined) => {
    awaitsFocus.current = field ? `[name="${field}"]` : 'button[type="submit"]';
  };
  // After the rendering, since a disabled button takes no focus.
  useEffect(() => {
    if (isBusy || awaitsFocus.current === undefined) return;
    form.current?.querySelector<HTMLElement>(awaitsFocus.current)?.focus();
    awaitsFocus.current = undefined;
  });

  /** @returns whether it went through */
  const attempt = async ({ check, send, fallback }: Attempt): Promise<boolean> => {
    if (isBusy) return false;
    const missing = check?.();
    setComplaint(missing);
    if (missing) {
      focus(missing.field);
      return false;
    }
    setIsBusy(true);
    try {
      await send();
      return true;
    } catch (error) {
      const field = fieldOf(error);
      setComplaint({ field, text: explain(error, fallback) });
      focus(field);
      return false;
    } finally {
      setIsBusy(false);
    }
  };

  return {
    form,
    isBusy,
    error: complaint?.text,
    errorId,
    attempt,
    clear: () => setComplaint(undefined),
    /** For the attributes of an input: marks it while the box speaks of it. */
    mark: (name: FieldName) =>
      complaint?.field === name ? { name, invalid: true, 'aria-describedby': errorId } : { name },
    /** Reads the form as it stands. */
    values: (event: FormEvent<HTMLFormElement>): Record<FieldName, string> => {
      const data = new FormData(event.currentTarget);
      const text = (name: FieldName) => String(data.get(name) ?? '');
      return {
        email: text('email').trim(),
        password: text('password'),
        confirmation: text('confirmation'),
        fullName: text('fullName').trim(),
        phone: text('phone').trim(),
        code: text('code').trim(),
      };
    },
  };
}

export type Submission = ReturnType<typeof useSubmission>;
