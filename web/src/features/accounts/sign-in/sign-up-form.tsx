import { api } from '../../../api.ts';
import { storedReferral } from '../../../session/referral.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { EmailField, NewPasswordFields } from './fields.tsx';
import { FormFrame } from './form-frame.tsx';
import type { ModeProps } from './mode-props.ts';
import { useSubmission } from './use-submission.ts';
import { checkSignUp, splitName } from './validation.ts';

/** Creating an account. A stored referral goes along. */
export function SignUpForm({ email, setEmail, signIn, arrives, changeMode }: ModeProps) {
  const submission = useSubmission();
  return (
    <FormFrame
      submission={submission}
      label="Create account"
      busyLabel="Creating your account…"
      arrives={arrives}
      onSubmit={(event) => {
        const values = submission.values(event);
        void submission.attempt({
          check: () => checkSignUp(values),
          fallback: 'Signup failed',
          send: async () => {
            const { email, password, fullName, phone } = values;
            const referral = storedReferral();
            const { data: session } = await api('POST /api/auth/signup', {
              body: {
                email,
                password,
                ...splitName(fullName),
                ...(phone && { phone }),
                ...(referral && { referralCode: referral.code, referralToken: referral.token }),
              },
            });
            signIn.finishSignUp({ session, message: 'Account created successfully.' });
            changeMode('password');
          },
        });
      }}
    >
      <TextField label="Full name" autoComplete="name" required {...submission.mark('fullName')} />
      <EmailField email={email} setEmail={setEmail} submission={submission} />
      <TextField label="Phone (optional)" type="tel" autoComplete="tel" {...submission.mark('phone')} />
      <NewPasswordFields label="Password" submission={submission} />
    </FormFrame>
  );
}
