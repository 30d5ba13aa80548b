import { api } from '../../../api.ts';
import prose from '../../../ui/prose.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { EmailField } from './fields.tsx';
import { SignInFrame } from './form-frame.tsx';
import type { ModeProps } from './modes.ts';
import { useSignInForm } from './use-sign-in-form.ts';
import { checkRecovery } from './validation.ts';

export function RecoveryForm({ email, setEmail, signIn, autoFocus }: ModeProps) {
  const form = useSignInForm({
    check: checkRecovery,
    fallback: 'Invalid email or recovery code',
    send: async ({ email, code }) => {
      const { data: session } = await api('POST /api/auth/recovery-codes/sign-in', { body: { email, code } });
      signIn.finish({ session });
    },
  });
  return (
    <SignInFrame state={form} signIn={signIn} autoFocus={autoFocus}>
      <p className={prose.soft}>Enter one of the codes that you saved when you made them. Each works once.</p>
      <EmailField email={email} setEmail={setEmail} mark={form.mark} />
      <TextField
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        placeholder="XXXX-XXXX-XXXX"
        required
        {...form.mark('code')}
      />
    </SignInFrame>
  );
}
