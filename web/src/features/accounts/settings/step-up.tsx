import type { User } from '@oriel/contract';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { ApiError } from '../../../api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { StepUpForm } from './step-up-form.tsx';

/** Sends a request; where the server asks for fresh proof of identity, asks the member for it and sends it again. */
type Confirmed = <T>(call: () => Promise<T>) => Promise<T>;

const Context = createContext<Confirmed>((call) => call());

/** How sensitive requests are sent. Without proof the server's refusal is thrown. */
export const useStepUp = (): Confirmed => useContext(Context);

/** Lets all descendants send sensitive requests with `useStepUp`. */
export function StepUp({ user, children }: { user: User; children: ReactNode }) {
  const [question, setQuestion] = useState<{ answer: (isProven: boolean) => void }>();

  const confirmed: Confirmed = async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'reauthentication_required') throw error;
      const isProven = await new Promise<boolean>((answer) => setQuestion({ answer }));
      setQuestion(undefined);
      if (!isProven) throw error;
      return call();
    }
  };

  return (
    <Context value={confirmed}>
      {children}
      <Dialog
        open={question !== undefined}
        onClose={() => question?.answer(false)}
        title="Confirm that it is you"
      >
        <StepUpForm user={user} onProven={() => question?.answer(true)} />
      </Dialog>
    </Context>
  );
}
