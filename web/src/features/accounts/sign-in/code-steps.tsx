import type { CodePurpose } from '@oriel/contract';
import { useState } from 'react';
import { type ApiAnswer, api } from '../../../api.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { EmailField } from './fields.tsx';
import { FormFrame, TextButton } from './form-frame.tsx';
import styles from './signin.module.css';
import { useSubmission } from './use-submission.ts';
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

/** The server answers the same whether there is an account or not. */
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
  arrives: boolean;
  onVerified: (answer: ApiAnswer<'POST /api/auth/otp/verify'>) => void;
}

/** An e-mail address, then the code that was sent to it. */
export function CodeSteps(props: Props) {
  const [sentTo, setSentTo] = useState<string>();
  return sentTo === undefined ? (
    <RequestStep {...props} onSent={setSentTo} />
  ) : (
    <CodeStep {...props} email={sentTo} onOtherAddress={() => setSentTo(undefined)} />
  );
}

function RequestStep({
  purpose,
  email,
  setEmail,
  arrives,
  onSent,
}: Props & { onSent: (email: string) => void }) {
  const submission = useSubmission();
  return (
    <FormFrame
      submission={submission}
      label="Send code"
      busyLabel="Sending the code…"
      arrives={arrives}
      onSubmit={(event) => {
        const { email: address } = submission.values(event);
        void submission.attempt({
          check: () => checkEmail(address),
          fallback: REQUEST_FAILED[purpose],
          send: async () => {
            await requestCode(purpose, address);
            onSent(address);
          },
        });
      }}
    >
      <p className={styles.intro}>{INTROS[purpose]}</p>
      <EmailField email={email} setEmail={setEmail} submission={submission} />
    </FormFrame>
  );
}

function CodeStep({ purpose, email, onVerified, onOtherAddress }: Props & { onOtherAddress: () => void }) {
  const submission = useSubmission();
  const [isResending, setIsResending] = useState(false);
  const sendAgain = async () => {
    setIsResending(true);
    await submission.attempt({
      send: () => requestCode(purpose, email),
      fallback: REQUEST_FAILED[purpose],
    });
    setIsResending(false);
  };
  return (
    <FormFrame
      submission={submission}
      success={submission.isBusy ? undefined : SENT}
      label={purpose === 'login' ? 'Sign in' : 'Verify code'}
      busyLabel={isResending ? 'Sending a code…' : 'Checking the code…'}
      arrives
      onSubmit={(event) => {
        const { code } = submission.values(event);
        void submission.attempt({
          check: () => checkCode(code),
          fallback: 'Failed to verify OTP',
          send: async () => {
            const { data } = await api('POST /api/auth/otp/verify', {
              body: { channel: 'email', email, purpose, code, canAsk: true },
            });
            onVerified(data);
          },
        });
      }}
    >
      <CodeField label="Code" required hint={`Sent to ${email}`} {...submission.mark('code')} />
      <p className={styles.pair}>
        <TextButton disabled={submission.isBusy} onClick={() => void sendAgain()}>
          Send another code
        </TextButton>
        <TextButton disabled={submission.isBusy} onClick={onOtherAddress}>
          Use another email
        </TextButton>
      </p>
    </FormFrame>
  );
}
