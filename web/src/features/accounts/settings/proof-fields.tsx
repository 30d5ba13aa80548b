import type { User } from '@oriel/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorMessage } from '../../../api.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import stack from '../../../ui/stack.module.css';
import button from '../../../ui/text-button.module.css';

interface Props {
  user: User;
  /** Errors by field name; the empty name stands for a missing field. */
  errors: Record<string, string>;
}

/** The fields that prove a member's identity: the password or a mailed code. */
export function ProofFields({ user, errors }: Props) {
  const [proof, setProof] = useState<'password' | 'code'>(user.hasPassword ? 'password' : 'code');
  const sendCode = useMutation({
    mutationFn: async () => {
      const body = { channel: 'email', email: user.email, purpose: 'login' } as const;
      return (await api('POST /api/auth/otp/request', { body })).data.message;
    },
  });
  if (proof === 'password') {
    return (
      <>
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          error={errors.password ?? (errors[''] && 'Enter your password.')}
        />
        <button type="button" className={button.textButton} onClick={() => setProof('code')}>
          Use a code by email instead
        </button>
      </>
    );
  }
  const codeFailure = sendCode.isError ? errorMessage(sendCode.error, 'Failed to send OTP') : undefined;
  return (
    <>
      <div className={stack.actions}>
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
  );
}
