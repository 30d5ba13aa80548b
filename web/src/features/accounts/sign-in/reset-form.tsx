import { useState } from 'react';
import { api } from '../../../api.ts';
import { usePasswordMinLength } from '../password-rules.ts';
import { CodeSteps } from './code-steps.tsx';
import { NewPasswordFields } from './fields.tsx';
import { FormFrame, TextButton } from './form-frame.tsx';
import type { ModeProps } from './modes.ts';
import styles from './signin.module.css';
import { useSignInForm } from './use-sign-in-form.ts';
import { checkNewPassword } from './validation.ts';

const FAILED = 'Failed to reset password';

interface Props extends ModeProps {
  /** From the link in the email, instead of a code. */
  linkToken: string | undefined;
}

/** Resets a password: email address, code, new password. The email's link leads to the last step. */
export function ResetForm({ email, setEmail, signIn, autoFocus, linkToken }: Props) {
  const [codeToken, setCodeToken] = useState<string>();
  const [usesLink, setUsesLink] = useState(true);
  const resetToken = codeToken ?? (usesLink ? linkToken : undefined);
  if (resetToken === undefined) {
    return (
      <CodeSteps
        purpose="password-reset"
        email={email}
        setEmail={setEmail}
        autoFocus={autoFocus || !usesLink}
        onVerified={(answer) => {
          if ('resetToken' in answer) setCodeToken(answer.resetToken);
        }}
      />
    );
  }
  return (
    <NewPasswordStep
      resetToken={resetToken}
      email={codeToken && email}
      success={signIn.success ?? (codeToken && 'OTP verified. Please set your new password.')}
      signIn={signIn}
      onStartAgain={() => {
        setCodeToken(undefined);
        setUsesLink(false);
      }}
    />
  );
}

interface StepProps extends Pick<ModeProps, 'signIn'> {
  resetToken: string;
  /** The account, for password managers. */
  email: string | undefined;
  success: string | undefined;
  /** Called when the token has expired. */
  onStartAgain: () => void;
}

function NewPasswordStep({ resetToken, email, success, signIn, onStartAgain }: StepProps) {
  const minimum = usePasswordMinLength();
  const form = useSignInForm({
    check: (values) => checkNewPassword(values, minimum),
    fallback: FAILED,
    send: async ({ password }) => {
      const { data: session } = await api('POST /api/auth/password/reset/confirm', {
        body: { resetToken, newPassword: password },
      });
      signIn.finish({ session, message: 'Password updated successfully. You are now signed in.' });
    },
  });
  return (
    <FormFrame
      state={form}
      success={success}
      isOver={signIn.isFinished}
      label="Set new password"
      busyLabel="Saving your password…"
      autoFocus
    >
      {email && <input type="email" autoComplete="username" value={email} readOnly hidden />}
      <NewPasswordFields label="New password" mark={form.mark} />
      {form.error === FAILED && (
        <p className={styles.footnote}>
          <TextButton onClick={onStartAgain}>Send a new code</TextButton>
        </p>
      )}
    </FormFrame>
  );
}
