import { api } from '../../api.ts';
import { storedReferral } from '../../session/referral.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
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
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
        onInput={(event) => setEmail(event.currentTarget.value)}
        {...submission.mark('email')}
      />
      <TextField label="Phone (optional)" type="tel" autoComplete="tel" {...submission.mark('phone')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 6 characters."
        required
        {...submission.mark('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        required
        {...submission.mark('confirmation')}
      />
    </FormFrame>
  );
}
