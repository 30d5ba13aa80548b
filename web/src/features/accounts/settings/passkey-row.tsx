import type { Passkey } from '@oriel/contract';
import { renamePasskey } from '@oriel/contract/api/passkeys';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, errorMessage } from '../../../api.ts';
import { formatDate } from '../../../format.ts';
import { Form } from '../../../forms/form.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import stack from '../../../ui/stack.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './settings.module.css';
import { useStepUp } from './step-up.tsx';

interface Props {
  passkey: Passkey;
  /** Called with a sentence for the green box. */
  onChanged: (message: string) => Promise<void>;
}

interface StepProps extends Props {
  onCancel: () => void;
}

function RenameForm({ passkey, onChanged, onCancel }: StepProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const form = useForm({
    schema: renamePasskey.body,
    fallback: 'The passkey could not be renamed. Please try again.',
    send: async (body) => {
      await api('PATCH /api/auth/passkeys/:id', { params: { id: passkey.id }, body });
      await onChanged(`The passkey is now called ${body.name}.`);
      onCancel();
    },
  });
  return (
    <Form
      state={form}
      isSilent
      className={`${styles.form} ${styles.grow}`}
      submit="Save"
      actions={<Button onClick={onCancel}>Cancel</Button>}
    >
      <TextField
        ref={field}
        label="Name of the passkey"
        name="name"
        defaultValue={passkey.name}
        maxLength={80}
        autoComplete="off"
        error={form.errors.name}
      />
    </Form>
  );
}

function RemovalQuestion({ passkey, onChanged, onCancel }: StepProps) {
  const confirmed = useStepUp();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const remove = useMutation({
    mutationFn: () => confirmed(() => api('DELETE /api/auth/passkeys/:id', { params: { id: passkey.id } })),
    onSuccess: () => onChanged(`${passkey.name} is removed. Delete it on your device, too.`),
  });
  return (
    <div className={`${styles.form} ${styles.grow}`}>
      <p>
        Remove <strong>{passkey.name}</strong>? It will no longer sign you in.
      </p>
      <AlertBox tone="error">
        {remove.isError && errorMessage(remove.error, 'The passkey could not be removed. Please try again.')}
      </AlertBox>
      <div className={stack.actions}>
        <Button variant="primary" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {remove.isPending ? 'Removing…' : 'Remove it'}
        </Button>
        <Button ref={keep} onClick={onCancel}>
          Keep it
        </Button>
      </div>
    </div>
  );
}

export function PasskeyRow(props: Props) {
  const { passkey } = props;
  const [step, setStep] = useState<'closed' | 'rename' | 'remove'>('closed');
  const stepProps = { ...props, onCancel: () => setStep('closed') };
  if (step !== 'closed') {
    return (
      <li className={styles.row}>
        {step === 'rename' ? <RenameForm {...stepProps} /> : <RemovalQuestion {...stepProps} />}
      </li>
    );
  }
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <li className={styles.row}>
      <span className={styles.titled}>
        <Icon name="passkey" />
        <span>
          {name}
          <span className={styles.note}>
            Added {formatDate(createdAt)}
            {lastUsedAt ? `, last used ${formatDate(lastUsedAt)}` : ', not used yet'}
            {isSynced && '. Synced between your devices'}
          </span>
        </span>
      </span>
      <span className={styles.rowActions}>
        <Button aria-label={`Rename ${name}`} onClick={() => setStep('rename')}>
          Rename
        </Button>
        <Button aria-label={`Remove ${name}`} onClick={() => setStep('remove')}>
          Remove
        </Button>
      </span>
    </li>
  );
}
