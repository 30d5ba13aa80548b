import type { OwnershipAnswer, OwnershipQuestion } from '@oriel/contract';
import { useMutation } from '@tanstack/react-query';
import { ApiError, api } from '../../../api.ts';
import type { ModeProps } from './modes.ts';
import { OwnershipChoice } from './ownership-choice.tsx';
import { signInErrorMessage } from './use-sign-in-form.ts';

const EXPIRED = 'This question has expired. Please sign in with another code.';
const CLEARED = 'What was in the account is gone. You are now signed in.';

/** The last step of a sign-in with a code, where another person may have created the account. */
export function OwnershipForm({
  question,
  signIn,
}: { question: OwnershipQuestion } & Pick<ModeProps, 'signIn'>) {
  const { token, ...account } = question;
  const reply = useMutation({
    mutationFn: async (answer: OwnershipAnswer) => {
      const { data: session } = await api('POST /api/auth/email/ownership', { body: { token, answer } });
      signIn.finish({ session, ...(answer === 'not-mine' && { message: CLEARED }) });
    },
  });
  const isExpired = reply.error instanceof ApiError && reply.error.code === 'wrong_code';
  return (
    <OwnershipChoice
      account={account}
      error={reply.error ? (isExpired ? EXPIRED : signInErrorMessage(reply.error, EXPIRED)) : undefined}
      success={signIn.success}
      isBusy={reply.isPending}
      onAnswer={reply.mutate}
    />
  );
}
