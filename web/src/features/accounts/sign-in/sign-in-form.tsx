import type { OwnershipQuestion } from '@oriel/contract';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import stack from '../../../ui/stack.module.css';
import { CodeSteps } from './code-steps.tsx';
import { TextButton } from './form-frame.tsx';
import type { SignInMode } from './modes.ts';
import { OwnershipForm } from './ownership-form.tsx';
import { PasskeyChoice } from './passkey-choice.tsx';
import { PasswordForm } from './password-form.tsx';
import { RecoveryForm } from './recovery-form.tsx';
import { ResetForm } from './reset-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import styles from './signin.module.css';
import { SocialChoice } from './social-choice.tsx';
import { useSignIn } from './use-sign-in.ts';

interface Props {
  mode: SignInMode;
  onModeChange: (mode: SignInMode) => void;
  /** Called after a sign-in. `referralPath`: the referral link's target, only after an account was created. */
  onDone: (referralPath: string | undefined) => void;
  /** A safe path of our own site that a sign-in with Google returns to. */
  next?: string | undefined;
  /** From the link in an email, for `reset`. */
  resetToken?: string | undefined;
  /** Whether the first field takes the focus, as in a dialog. */
  takesFocus?: boolean;
}

/** The sign-in screen in all its modes; the parent renders the heading (`MODE_TITLES`). */
export function SignInForm({ mode, onModeChange, onDone, next, resetToken, takesFocus = false }: Props) {
  const [email, setEmail] = useState('');
  const [hasMoved, setHasMoved] = useState(takesFocus);
  const [question, setQuestion] = useState<OwnershipQuestion>();
  const signIn = useSignIn(onDone);
  const root = useRef<HTMLDivElement>(null);
  const changeMode = (to: SignInMode) => {
    // Typed before the scripts ran, or filled in by the browser, which tells no one.
    const field = root.current?.querySelector<HTMLInputElement>('input[name="email"]');
    if (field) setEmail(field.value);
    setHasMoved(true);
    onModeChange(to);
  };
  const props = { email, setEmail, signIn, autoFocus: hasMoved, changeMode };
  return (
    <div ref={root} className={stack.gap4}>
      {mode === 'password' && <PasswordForm {...props} />}
      {mode === 'code' && (
        <CodeSteps
          {...props}
          purpose="login"
          onVerified={(answer) => {
            if ('token' in answer) return signIn.finish({ session: answer });
            if (!('question' in answer)) return;
            setQuestion(answer.question);
            changeMode('ownership');
          }}
        />
      )}
      {mode === 'ownership' && question && <OwnershipForm question={question} signIn={signIn} />}
      {mode === 'recovery' && <RecoveryForm {...props} />}
      {mode === 'signup' && <SignUpForm {...props} />}
      {mode === 'reset' && <ResetForm {...props} linkToken={resetToken} />}
      {mode === 'password' && (
        <>
          <PasskeyChoice signIn={signIn} />
          <Button onClick={() => changeMode('code')}>Sign in with an email code</Button>
          <SocialChoice next={next} />
          <p className={styles.switch}>
            New here? <TextButton onClick={() => changeMode('signup')}>Create account</TextButton>
          </p>
          <p className={styles.switch}>
            Lost your passkey?{' '}
            <TextButton onClick={() => changeMode('recovery')}>Use a recovery code</TextButton>
          </p>
        </>
      )}
      {mode === 'signup' && <SocialChoice next={next} />}
      {mode !== 'password' && (
        <p className={styles.switch}>
          <TextButton onClick={() => changeMode('password')}>Back to sign in</TextButton>
        </p>
      )}
      <p className="without-scripts">Signing in needs JavaScript, which this browser does not run.</p>
    </div>
  );
}
