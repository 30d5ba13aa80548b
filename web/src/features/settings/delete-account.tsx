import type { User } from '@oriel/contract';
import { deleteMe } from '@oriel/contract/accounts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, sentenceFor } from '../../api.ts';
import { useForm } from '../../forms/use-form.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from './settings.module.css';

interface Props {
  user: User;
  onLeft: (message: string) => void;
}

/** Asks for the password or for a code that was just mailed, then deletes. */
function DeletionForm({ user, onLeft, onCancel }: Props & { onCancel: () => void }) {
  const [proof, setProof] = useState<'password' | 'code'>(user.hasPassword ? 'password' : 'code');
  const sendCode = useMutation({
    mutationFn: async () => {
      const body = { channel: 'email', email: user.email, purpose: 'login' } as const;
      return (await api('POST /api/auth/otp/request', { body })).data.message;
    },
  });
  const { errors, failure, isSending, formProps } = useForm({
    schema: deleteMe.body,
    fallback: 'Your account could not be deleted. Please try again.',
    send: async (body) => {
      const { data } = await api('DELETE /api/auth/me', { body });
      onLeft(data.message);
      return data.message;
    },
  });
  const codeFailure = sendCode.isError ? sentenceFor(sendCode.error, 'Failed to send OTP') : undefined;

  return (
    <form className={styles.form} {...formProps}>
      {proof === 'password' ? (
        <>
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            error={errors.password ?? (errors[''] && 'Enter your password.')}
          />
          <button type="button" className={styles.textButton} onClick={() => setProof('code')}>
            Use a code by mail instead
          </button>
        </>
      ) : (
        <>
          <div className={styles.actions}>
            <Button disabled={sendCode.isPending} onClick={() => sendCode.mutate()}>
              {sendCode.isSuccess ? 'Send another code' : 'Mail me a code'}
            </Button>
          </div>
          <AlertBox tone="success">{sendCode.data}</AlertBox>
          <AlertBox tone="error">{codeFailure}</AlertBox>
          <CodeField
            label="Code of six digits"
            name="code"
            error={errors.code ?? (errors[''] && 'Enter the OTP you received.')}
          />
        </>
      )}
      <AlertBox tone="error">{failure}</AlertBox>
      <div className={styles.actions}>
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? 'Deleting…' : 'Delete my account for good'}
        </Button>
        <Button onClick={onCancel}>Keep it</Button>
      </div>
    </form>
  );
}

/** The way out. Says what stays and why before it asks. */
export function DeleteAccount(props: Props) {
  const headingId = useId();
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h3 id={headingId}>Delete your account</h3>
      <p>
        Your name, address, profile, sign-ins and messages to us are erased at once and cannot be brought
        back. What stays is counted without you: likes, and the movements of tokens and payments, because
        accounts must add up and payments must be on record. Nothing in them says who you were.
      </p>
      {isAsking ? (
        <DeletionForm {...props} onCancel={() => setAsking(false)} />
      ) : (
        <div className={styles.actions}>
          <Button onClick={() => setAsking(true)}>Delete my account</Button>
        </div>
      )}
    </section>
  );
}
