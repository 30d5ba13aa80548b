import type { User } from '@oriel/contract';
import { deleteMe } from '@oriel/contract/api/accounts';
import { useId, useState } from 'react';
import { api } from '../../../api.ts';
import { useForm } from '../../../forms/use-form.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import stack from '../../../ui/stack.module.css';
import { ProofFields } from './proof-fields.tsx';
import styles from './settings.module.css';

interface Props {
  user: User;
  onLeft: (message: string) => void;
}

/** Asks for the password or a mailed code, then deletes the account. */
function DeletionForm({ user, onLeft, onCancel }: Props & { onCancel: () => void }) {
  const { errors, failure, isSending, formProps } = useForm({
    schema: deleteMe.body,
    fallback: 'Your account could not be deleted. Please try again.',
    send: async (body) => {
      const { data } = await api('DELETE /api/auth/me', { body });
      onLeft(data.message);
      return data.message;
    },
  });

  return (
    <form className={styles.form} {...formProps}>
      <ProofFields user={user} errors={errors} />
      <AlertBox tone="error">{failure}</AlertBox>
      <div className={stack.actions}>
        <Button type="submit" variant="primary" disabled={isSending}>
          {isSending ? 'Deleting…' : 'Delete my account for good'}
        </Button>
        <Button onClick={onCancel}>Keep it</Button>
      </div>
    </form>
  );
}

/** Says what is retained, and why, before it asks for confirmation. */
export function DeleteAccount(props: Props) {
  const headingId = useId();
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h3 id={headingId}>Delete your account</h3>
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
    </section>
  );
}
