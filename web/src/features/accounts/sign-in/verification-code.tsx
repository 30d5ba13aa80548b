import { useState } from 'react';
import { api } from '../../../api.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { FormFrame, TextButton } from './form-frame.tsx';
import styles from './signin.module.css';
import { useSignInForm } from './use-sign-in-form.ts';
import { checkCode } from './validation.ts';

/** Used where the server sends no message. */
export const VERIFIED = 'Your email address is verified.';

interface Props {
  email: string;
  autoFocus?: boolean;
  /** Called with the server's message. The form stays busy until the promise settles. */
  onVerified: (message: string) => Promise<void> | void;
}

export function VerificationCode({ email, autoFocus = false, onVerified }: Props) {
  const form = useSignInForm({
    check: checkCode,
    fallback: 'Failed to verify OTP',
    send: async ({ code }) => {
      const { data } = await api('POST /api/auth/email/verify', { body: { code } });
      await onVerified(data.message || VERIFIED);
    },
  });
  const [sent, setSent] = useState<string>();
  const sendAgain = () =>
    form.attempt({
      fallback: 'Failed to send OTP',
      send: async () => {
        const { data } = await api('POST /api/auth/email/verify/request', {});
        setSent(data.message);
      },
    });
  return (
    <FormFrame state={form} success={sent} label="Verify email" busyLabel="One moment…" autoFocus={autoFocus}>
      <CodeField label="Code" required hint={`From the mail to ${email}`} {...form.mark('code')} />
      <p className={styles.pair}>
        <TextButton disabled={form.isSending} onClick={() => void sendAgain()}>
          Send another email
        </TextButton>
      </p>
    </FormFrame>
  );
}
