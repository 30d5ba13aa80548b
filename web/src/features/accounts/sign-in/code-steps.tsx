import type { CodePurpose } from '@oriel/contract';
import { useState } from 'react';
import { type ApiResponse, api } from '../../../api.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import prose from '../../../ui/prose.module.css';
import { EmailField } from './fields.tsx';
import { FormFrame, TextButton } from './form-frame.tsx';
import styles from './signin.module.css';
import { useSignInForm } from './use-sign-in-form.ts';
import { checkCode, checkEmail } from './validation.ts';

const SENT = 'OTP sent to your email. Enter the code to continue.';

const REQUEST_FAILED: Record<CodePurpose, string> = {
  login: 'Failed to send OTP',
  'password-reset': 'Failed to request password reset',
};

const INTROS: Record<CodePurpose, string> = {
  login: 'We send a code of six digits to your email. No password needed.',
  'password-reset': 'We send a code to your email, then you choose a new password.',
};

/** The server responds the same whether there is an account or not. */
async function requestCode(purpose: CodePurpose, email: string): Promise<void> {
  if (purpose === 'login') {
    await api('POST /api/auth/otp/request', { body: { channel: 'email', email, purpose } });
  } else {
    await api('POST /api/auth/password/reset/request', { body: { email } });
  }
}

interface Props {
  purpose: CodePurpose;
  email: string;
  setEmail: (email: string) => void;
  autoFocus: boolean;
  onVerified: (answer: ApiResponse<'POST /api/auth/otp/verify'>) => void;
}

export function CodeSteps(props: Props) {
  const [sentTo, setSentTo] = useState<string>();
  return sentTo === undefined ? (
    <RequestStep {...props} onSent={setSentTo} />
  ) : (
    <CodeStep {...props} email={sentTo} onOtherEmail={() => setSentTo(undefined)} />
  );
}

function RequestStep({
  purpose,
  email,
  setEmail,
  autoFocus,
  onSent,
}: Props & { onSent: (email: string) => void }) {
  const form = useSignInForm({
    check: checkEmail,
    fallback: REQUEST_FAILED[purpose],
    send: async (values) => {
      await requestCode(purpose, values.email);
      onSent(values.email);
    },
  });
  return (
    <FormFrame state={form} label="Send code" busyLabel="Sending the code…" autoFocus={autoFocus}>
      <p className={prose.soft}>{INTROS[purpose]}</p>
      <EmailField email={email} setEmail={setEmail} mark={form.mark} />
    </FormFrame>
  );
}

function CodeStep({ purpose, email, onVerified, onOtherEmail }: Props & { onOtherEmail: () => void }) {
  const form = useSignInForm({
    check: checkCode,
    fallback: 'Failed to verify OTP',
    send: async ({ code }) => {
      const { data } = await api('POST /api/auth/otp/verify', {
        body: { channel: 'email', email, purpose, code, canAsk: true },
      });
      onVerified(data);
    },
  });
  const [isResending, setIsResending] = useState(false);
  const sendAgain = async () => {
    setIsResending(true);
    await form.attempt({
      send: () => requestCode(purpose, email),
      fallback: REQUEST_FAILED[purpose],
    });
    setIsResending(false);
  };
  return (
    <FormFrame
      state={form}
      success={form.isSending ? undefined : SENT}
      label={purpose === 'login' ? 'Sign in' : 'Verify code'}
      busyLabel={isResending ? 'Sending a code…' : 'Checking the code…'}
      autoFocus
    >
      <CodeField label="Code" required hint={`Sent to ${email}`} {...form.mark('code')} />
      <p className={styles.pair}>
        <TextButton disabled={form.isSending} onClick={() => void sendAgain()}>
          Send another code
        </TextButton>
        <TextButton disabled={form.isSending} onClick={onOtherEmail}>
          Use another email
        </TextButton>
      </p>
    </FormFrame>
  );
}
