import { CodeSteps } from './code-steps.tsx';
import type { ModeProps } from './mode-props.ts';

/** Signing in with a code that comes by e-mail. */
export function CodeForm({ email, setEmail, signIn, arrives }: ModeProps) {
  return (
    <CodeSteps
      purpose="login"
      email={email}
      setEmail={setEmail}
      arrives={arrives}
      onVerified={(session) => {
        if ('token' in session) signIn.finish({ session });
      }}
    />
  );
}
