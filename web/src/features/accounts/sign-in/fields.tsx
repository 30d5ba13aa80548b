import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { passwordHint, usePasswordMinLength } from '../password-rules.ts';
import type { ModeProps } from './modes.ts';
import type { SignInFormState } from './use-sign-in-form.ts';

type EmailProps = Pick<ModeProps, 'email' | 'setEmail'> & {
  mark: SignInFormState['mark'];
  /** Whether browsers may suggest passkeys; `usePasskey` must wait for the choice. */
  suggestsPasskeys?: boolean;
};

export function EmailField({ email, setEmail, mark, suggestsPasskeys }: EmailProps) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete={suggestsPasskeys ? 'username webauthn' : 'username'}
      required
      defaultValue={email}
      onInput={(event) => setEmail(event.currentTarget.value)}
      {...mark('email')}
    />
  );
}

export function NewPasswordFields({ label, mark }: { label: string; mark: SignInFormState['mark'] }) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={`${passwordHint(usePasswordMinLength())}.`}
        required
        {...mark('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        required
        {...mark('confirmation')}
      />
    </>
  );
}
