import type { OwnershipQuestion } from '@oriel/contract';
import { CodeSteps } from './code-steps.tsx';
import type { ModeProps } from './modes.ts';

interface Props extends ModeProps {
  /** The visitor must first confirm that the account is theirs. */
  onQuestion: (question: OwnershipQuestion) => void;
}

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
