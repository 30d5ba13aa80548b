import { api } from '../../../api.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { EmailField } from './fields.tsx';
import { FormFrame } from './form-frame.tsx';
import type { ModeProps } from './mode-props.ts';
import styles from './signin.module.css';
import { useSubmission } from './use-submission.ts';
import { checkRecovery } from './validation.ts';

/** Signing in with a recovery code, for who has lost their passkey. */
export function RecoveryForm({ email, setEmail, signIn, arrives }: ModeProps) {
  const submission = useSubmission();
  return (
    <FormFrame
      submission={submission}
      success={signIn.success}
      isOver={signIn.isFinished}
      label="Sign in"
      busyLabel="Signing in…"
      arrives={arrives}
      onSubmit={(event) => {
        const values = submission.values(event);
        void submission.attempt({
          check: () => checkRecovery(values),
          fallback: 'Invalid email or recovery code',
          send: async () => {
            const { email, code } = values;
            const { data: session } = await api('POST /api/auth/recovery-codes/sign-in', {
              body: { email, code },
            });
            signIn.finish({ session });
          },
        });
      }}
    >
      <p className={styles.intro}>
        Enter one of the codes that you saved when you made them. Each works once.
      </p>
      <EmailField email={email} setEmail={setEmail} submission={submission} />
      <TextField
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        placeholder="XXXX-XXXX-XXXX"
        required
        {...submission.mark('code')}
      />
    </FormFrame>
  );
}
