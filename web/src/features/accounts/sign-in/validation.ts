import type { FieldError } from '../../../forms/use-form.ts';
import { MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from '../password-rules.ts';

/** The fields of all modes, by the names of their inputs. */
export type FieldName = 'email' | 'password' | 'confirmation' | 'fullName' | 'phone' | 'code';

const isBlank = (text: string) => text.trim() === '';

export function checkSignIn({
  email,
  password,
}: {
  email: string;
  password: string;
}): FieldError | undefined {
  if (!isBlank(email) && password !== '') return undefined;
  return { field: isBlank(email) ? 'email' : 'password', text: 'Enter your email and password.' };
}

interface NewPassword {
  password: string;
  confirmation: string;
}

export function checkNewPassword({ password, confirmation }: NewPassword): FieldError | undefined {
  if (password.length < MIN_PASSWORD_LENGTH) {
    return { field: 'password', text: PASSWORD_TOO_SHORT };
  }
  if (password !== confirmation) return { field: 'confirmation', text: 'Passwords do not match.' };
  return undefined;
}

export function checkSignUp(
  values: NewPassword & { email: string; fullName: string },
): FieldError | undefined {
  if (isBlank(values.email)) return { field: 'email', text: 'Email is required' };
  const error = checkNewPassword(values);
  if (error) return error;
  if (isBlank(values.fullName)) return { field: 'fullName', text: 'Please enter your full name.' };
  return undefined;
}

export function checkEmail({ email }: { email: string }): FieldError | undefined {
  return isBlank(email) ? { field: 'email', text: 'Please enter your email' } : undefined;
}

export function checkRecovery({ email, code }: { email: string; code: string }): FieldError | undefined {
  if (!isBlank(email) && !isBlank(code)) return undefined;
  return {
    field: isBlank(email) ? 'email' : 'code',
    text: 'Enter your email and one of your recovery codes.',
  };
}

export function checkCode({ code }: { code: string }): FieldError | undefined {
  return isBlank(code) ? { field: 'code', text: 'Enter the OTP you received.' } : undefined;
}
