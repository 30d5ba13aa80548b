import type { OwnershipQuestion } from '@oriel/contract';
import { CodeSteps } from './code-steps.tsx';
import type { ModeProps } from './modes.ts';

interface Props extends ModeProps {
  /** The account is not the visitor's for certain: they must say so first. */
  onQuestion: (question: OwnershipQuestion) => void;
}

/** Signing in with a code that comes by e-mail. */
export function CodeForm({ email, setEmail, signIn, autoFocus, onQuestion }: Props) {
  return (
    <CodeSteps
      purpose="login"
      email={email}
      setEmail={setEmail}
      autoFocus={autoFocus}
      onVerified={(answer) => {
        if ('token' in answer) signIn.finish({ session: answer });
        else if ('question' in answer) onQuestion(answer.question);
      }}
    />
  );
}
