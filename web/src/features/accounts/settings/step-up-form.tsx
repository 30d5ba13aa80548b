import type { User } from '@oriel/contract';
import { reauthenticate } from '@oriel/contract/api/security';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { api, errorMessage } from '../../../api.ts';
import { Form } from '../../../forms/form.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { passkeySentence, provePasskey } from '../../../session/passkeys.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import prose from '../../../ui/prose.module.css';
import { usePasskeyList } from './passkey-queries.ts';
import { ProofFields } from './proof-fields.tsx';
import styles from './settings.module.css';

const FAILED = 'This could not be confirmed. Please try again.';
const [PasswordProof, CodeProof] = reauthenticate.body.options;
/** What is typed; passkeys have their own button. */
const TypedProof = z.union([PasswordProof, CodeProof]);

export function StepUpForm({ user, onProven }: { user: User; onProven: () => void }) {
  const { canUse, passkeys } = usePasskeyList(user.id);
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { data: options } = await api('POST /api/auth/reauth/options', {});
      const passkey = await provePasskey(options);
      await api('POST /api/auth/reauth', { body: { passkey } });
    },
    onSuccess: onProven,
  });
  const form = useForm({
    schema: TypedProof,
    fallback: FAILED,
    send: async (body) => {
      await api('POST /api/auth/reauth', { body });
      onProven();
    },
  });
  const hasPasskey = canUse && passkeys.length > 0;

  return (
    <div className={styles.form}>
      <p>This change is sensitive, so we ask once more. We will not ask again for ten minutes.</p>
      {hasPasskey && (
        <>
          <Button
            variant="primary"
            data-autofocus
            disabled={byPasskey.isPending}
            onClick={() => byPasskey.mutate()}
          >
            <Icon name="passkey" />
            {byPasskey.isPending ? 'Waiting for your passkey…' : 'Use a passkey'}
          </Button>
          <AlertBox tone="error">
            {byPasskey.isError && (passkeySentence(byPasskey.error) ?? errorMessage(byPasskey.error, FAILED))}
          </AlertBox>
          <p className={prose.divider}>
            <span>or</span>
          </p>
        </>
      )}
      <Form
        state={form}
        isSilent
        className={styles.form}
        variant={hasPasskey ? 'quiet' : 'primary'}
        submit="Confirm"
        busy="Confirming…"
      >
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} disabled />
        <ProofFields user={user} errors={form.errors} />
      </Form>
    </div>
  );
}
