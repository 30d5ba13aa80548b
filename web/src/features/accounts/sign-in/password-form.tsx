import { api } from '../../../api.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { EmailField } from './fields.tsx';
import { FormFrame, TextButton } from './form-frame.tsx';
import type { ModeProps } from './mode-props.ts';
import styles from './signin.module.css';
import { useSubmission } from './use-submission.ts';
import { checkSignIn } from './validation.ts';

/** Signing in with e-mail and password. */
export function PasswordForm({ email, setEmail, signIn, arrives, changeMode }: ModeProps) {
  const submission = useSubmission();
  return (
    <FormFrame
      submission={submission}
      success={signIn.success}
      isOver={signIn.isFinished}
      label="Sign in"
      busyLabel="Signing in…"
      arrives={arrives}
      onSubmit={(event) => {
        const values = submission.values(event);
        void submission.attempt({
          check: () => checkSignIn(values),
          fallback: 'Invalid email or password',
          send: async () => {
            const { email, password } = values;
            const { data: session } = await api('POST /api/auth/login', { body: { email, password } });
            signIn.finish({ session });
          },
        });
      }}
    >
      <EmailField email={email} setEmail={setEmail} submission={submission} suggestsPasskeys />
      <div>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          {...submission.mark('password')}
        />
        <p className={styles.beneath}>
          <TextButton onClick={() => changeMode('reset')}>Forgot password</TextButton>
        </p>
      </div>
    </FormFrame>
  );
}
