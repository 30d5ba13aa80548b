import type { ApiKey, KeyScope, Permission } from '@oriel/contract';
import { createKey } from '@oriel/contract/api/keys';
import { useId, useState } from 'react';
import { api } from '../../../api.ts';
import { useStepUp } from '../../../features/accounts/settings/step-up.tsx';
import { Form } from '../../../forms/form.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { KeySecret } from './key-secret.tsx';
import { OFFERED_SCOPES, SCOPE_NAMES, USUAL_SCOPES } from './scope-words.ts';

interface Props {
  workspace: string;
  /** Of the member, who gives a key no more than they have. */
  permissions: readonly Permission[];
  onMade: () => void;
}

interface Values {
  name: string;
  scopes: KeyScope[];
  days: number | null;
}

const ENDS = [
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'When it is revoked' },
];

export function NewKeyDialog({ open, onClose, ...rest }: Props & { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="New API key">
      <NewKey {...rest} />
    </Dialog>
  );
}

/** The form, and then the secret, which is shown here alone. */
function NewKey({ workspace, permissions, onMade }: Props) {
  const confirmed = useStepUp();
  const groupId = useId();
  const [made, setMade] = useState<ApiKey & { secret: string }>();
  const form = useForm<Values>({
    schema: createKey.body,
    read: ({ name, days, ...checked }) => ({
      name,
      scopes: OFFERED_SCOPES.filter((scope) => scope in checked),
      days: days ? Number(days) : null,
    }),
    fallback: 'The key could not be made. Please try again.',
    send: async (body) => {
      const { data } = await confirmed(() => api('POST /api/studio/keys', { query: { workspace }, body }));
      setMade(data);
      onMade();
    },
  });
  if (made) return <KeySecret secret={made.secret} workspace={workspace} />;
  return (
    <Form state={form} isSilent className={stack.gap6} submit="Make the key" busy="Making it…">
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={80}
        data-autofocus
        error={form.errors.name}
        hint="What uses it, such as “Nightly import”."
      />
      <fieldset className={`studio-roles ${stack.gap2}`} aria-labelledby={groupId}>
        <span id={groupId} className={prose.label}>
          What it may do
        </span>
        {OFFERED_SCOPES.filter((scope) => permissions.includes(scope)).map((scope) => (
          <label key={scope} className="studio-choice">
            <input type="checkbox" name={scope} defaultChecked={USUAL_SCOPES.includes(scope)} />
            <span className="studio-name">{SCOPE_NAMES[scope]}</span>
          </label>
        ))}
        {form.errors.scopes && (
          <p className={prose.error} role="alert">
            {form.errors.scopes}
          </p>
        )}
      </fieldset>
      <ChoiceField label="It ends" name="days" options={ENDS} defaultValue="365" />
    </Form>
  );
}
