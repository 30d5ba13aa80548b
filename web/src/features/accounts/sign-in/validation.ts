import type { FieldError } from '../../../forms/use-form.ts';
import { splitName } from '../full-name.ts';

/** The fields of all modes, by the names of their inputs. */
export type FieldName = 'email' | 'password' | 'confirmation' | 'fullName' | 'phone' | 'code';

/** As in the contract, of the first name and of the rest. */
const MAX_NAME = 80;

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

export function checkNewPassword(
  { password, confirmation }: NewPassword,
  minimum: number,
): FieldError | undefined {
  if (password.length < minimum) {
    return { field: 'password', text: `Password must be at least ${minimum} characters long.` };
  }
  if (password !== confirmation) return { field: 'confirmation', text: 'Passwords do not match.' };
  return undefined;
}

export function checkSignUp(
  values: NewPassword & { email: string; fullName: string },
  minimum: number,
): FieldError | undefined {
  if (isBlank(values.email)) return { field: 'email', text: 'Email is required' };
  const error = checkNewPassword(values, minimum);
  if (error) return error;
  if (isBlank(values.fullName)) return { field: 'fullName', text: 'Please enter your full name.' };
  if (Object.values(splitName(values.fullName)).some((name) => name.length > MAX_NAME)) {
    return {
      field: 'fullName',
      text: `Please shorten your name: your first name and the rest may have ${MAX_NAME} characters each.`,
    };
  }
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
