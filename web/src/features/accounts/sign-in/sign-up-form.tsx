import { api } from '../../../api.ts';
import { storedReferral } from '../../../session/referral.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { splitName } from '../full-name.ts';
import { usePasswordMinLength } from '../password-rules.ts';
import { EmailField, NewPasswordFields } from './fields.tsx';
import { FormFrame } from './form-frame.tsx';
import type { ModeProps } from './modes.ts';
import { useSignInForm } from './use-sign-in-form.ts';
import { checkSignUp } from './validation.ts';

export function SignUpForm({ email, setEmail, signIn, autoFocus, changeMode }: ModeProps) {
  const minimum = usePasswordMinLength();
  const form = useSignInForm({
    check: (values) => checkSignUp(values, minimum),
    fallback: 'Signup failed',
    send: async ({ email, password, fullName, phone }) => {
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
  return (
    <FormFrame state={form} label="Create account" busyLabel="Creating your account…" autoFocus={autoFocus}>
      <TextField label="Full name" autoComplete="name" required {...form.mark('fullName')} />
      <EmailField email={email} setEmail={setEmail} mark={form.mark} />
      <TextField label="Phone (optional)" type="tel" autoComplete="tel" {...form.mark('phone')} />
      <NewPasswordFields label="Password" mark={form.mark} />
    </FormFrame>
  );
}
