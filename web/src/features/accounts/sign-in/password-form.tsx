import { api } from '../../../api.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { EmailField } from './fields.tsx';
import { SignInFrame, TextButton } from './form-frame.tsx';
import type { ModeProps } from './modes.ts';
import styles from './signin.module.css';
import { useSignInForm } from './use-sign-in-form.ts';
import { checkSignIn } from './validation.ts';

export function PasswordForm({ email, setEmail, signIn, autoFocus, changeMode }: ModeProps) {
  const form = useSignInForm({
    check: checkSignIn,
    fallback: 'Invalid email or password',
    send: async ({ email, password }) => {
      const { data: session } = await api('POST /api/auth/login', { body: { email, password } });
      signIn.finish({ session });
    },
  });
  return (
    <SignInFrame state={form} signIn={signIn} autoFocus={autoFocus}>
      <EmailField email={email} setEmail={setEmail} mark={form.mark} suggestsPasskeys />
      <div>
        <PasswordField label="Password" autoComplete="current-password" required {...form.mark('password')} />
        <p className={styles.footnote}>
          <TextButton onClick={() => changeMode('reset')}>Forgot password</TextButton>
        </p>
      </div>
    </SignInFrame>
  );
}
