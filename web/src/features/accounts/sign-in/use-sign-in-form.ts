import { useId } from 'react';
import { ApiError, errorMessage, isRefusalOrBusy } from '../../../api.ts';
import { type FieldError, schemaOf, useForm } from '../../../forms/use-form.ts';
import type { FieldName } from './validation.ts';

const OFFLINE = 'Something went wrong. Please try again.';

export function signInErrorMessage(error: unknown, fallback: string): string {
  return errorMessage(error, fallback, { offline: OFFLINE, trusts: isRefusalOrBusy });
}

/** The field that a refused call is about, as far as it can be told. */
function fieldOf(error: unknown): FieldName | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'wrong_code') return 'code';
  if (error.code === 'password_too_common') return 'password';
  if (error.code === 'email_taken') return 'email';
  const path = error.code === 'invalid_request' ? error.message.match(/^body\.(\w+):/)?.[1] : undefined;
  if (path === 'newPassword') return 'password';
  if (path === 'firstName' || path === 'lastName') return 'fullName';
  return (['email', 'password', 'phone', 'code'] as const).find((name) => name === path);
}

/** Every field as text, without the spaces around it; passwords as they were typed. */
function readFields(fields: Record<string, string>): Record<FieldName, string> {
  const text = (name: FieldName) => (fields[name] ?? '').trim();
  return {
    email: text('email'),
    password: fields.password ?? '',
    confirmation: fields.confirmation ?? '',
    fullName: text('fullName'),
    phone: text('phone'),
    code: text('code'),
  };
}

interface Options {
  check?: (values: Record<FieldName, string>) => FieldError | undefined;
  send: (values: Record<FieldName, string>) => Promise<void>;
  /** For a refusal that the server did not explain. */
  fallback: string;
}

/** A form of the sign-in screen: one error at a time, in the red box, with the field concerned marked and focused. */
export function useSignInForm({ check = () => undefined, send, fallback }: Options) {
  const errorId = useId();
  const { errors, failure, ...form } = useForm<Record<FieldName, string>>({
    schema: schemaOf(check),
    read: readFields,
    send,
    fallback,
    explain: signInErrorMessage,
    fieldOf,
  });
  return {
    ...form,
    error: failure ?? Object.values(errors)[0],
    errorId,
    /** For the attributes of an input: marks it while the box shows its error. */
    mark: (name: FieldName) =>
      name in errors ? { name, invalid: true, 'aria-describedby': errorId } : { name },
  };
}

export type SignInFormState = ReturnType<typeof useSignInForm>;
