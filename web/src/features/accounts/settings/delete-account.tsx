import type { User } from '@oriel/contract';
import { deleteMe } from '@oriel/contract/api/accounts';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { Form } from '../../../forms/form.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { PanelSection } from '../../../ui/panel-section.tsx';
import stack from '../../../ui/stack.module.css';
import { ProofFields } from './proof-fields.tsx';
import styles from './settings.module.css';

interface Props {
  user: User;
  onLeft: (message: string) => void;
}

function DeletionForm({ user, onLeft, onCancel }: Props & { onCancel: () => void }) {
  const form = useForm({
    schema: deleteMe.body,
    fallback: 'Your account could not be deleted. Please try again.',
    send: async (body) => {
      const { data } = await api('DELETE /api/auth/me', { body });
      onLeft(data.message);
    },
  });

  return (
    <Form
      state={form}
      isSilent
      className={styles.form}
      submit="Delete my account for good"
      busy="Deleting…"
      actions={<Button onClick={onCancel}>Keep it</Button>}
    >
      <ProofFields user={user} errors={form.errors} />
    </Form>
  );
}

/** Says what is retained, and why, before it asks for confirmation. */
export function DeleteAccount(props: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <PanelSection title="Delete your account">
      <p>
        Your name, address, profile, sign-ins and messages to us are erased at once and cannot be brought
        back. What stays is counted without you: likes, and the movements of tokens and payments, because
        accounts must add up and payments must be on record. Nothing in them says who you were.
      </p>
      {isAsking ? (
        <DeletionForm {...props} onCancel={() => setAsking(false)} />
      ) : (
        <div className={stack.actions}>
          <Button onClick={() => setAsking(true)}>Delete my account</Button>
        </div>
      )}
    </PanelSection>
  );
}
