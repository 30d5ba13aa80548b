import type { OwnershipQuestion } from '@oriel/contract';
import { ApiError, api } from '../../../api.ts';
import type { ModeProps } from './mode-props.ts';
import { OwnershipChoice } from './ownership-choice.tsx';
import { useSubmission } from './use-submission.ts';

const EXPIRED = 'This question has expired. Please sign in with another code.';
const CLEARED = 'What was in the account is gone. You are now signed in.';

/** The last step of a sign-in with a code where the account may be somebody else's doing. */
export function OwnershipForm({
  question,
  signIn,
}: { question: OwnershipQuestion } & Pick<ModeProps, 'signIn'>) {
  const submission = useSubmission();
  const { token, ...account } = question;
  return (
    <OwnershipChoice
      account={account}
      error={submission.error}
      success={signIn.success}
      isBusy={submission.isBusy}
      onAnswer={(answer) =>
        void submission.attempt({
          fallback: EXPIRED,
          send: async () => {
            const { data: session } = await api('POST /api/auth/email/ownership', {
              body: { token, answer },
            }).catch((error: unknown) => {
              if (!(error instanceof ApiError) || error.code !== 'wrong_code') throw error;
              throw new ApiError({ status: error.status, code: error.code, detail: EXPIRED });
            });
            signIn.finish({ session, ...(answer === 'not-mine' && { message: CLEARED }) });
          },
        })
      }
    />
  );
}
