import type { User } from '@oriel/contract';
import { useMutation } from '@tanstack/react-query';
import { api, errorMessage } from '../../../api.ts';
import button from '../../../ui/text-button.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './settings.module.css';

/** The member's email address, which cannot be changed, and whether it is verified. */
export function EmailState({ user }: { user: User }) {
  const send = useMutation({
    mutationFn: async () => (await api('POST /api/auth/email/verify/request', {})).data.message,
  });

  return (
    <div>
      <TextField
        label="Email"
        type="email"
        value={user.email}
        readOnly
        hint={user.emailVerified ? 'Verified' : 'Not verified yet'}
      />
      {!user.emailVerified && (
        <p className={styles.note} role="status">
          {send.isSuccess ? (
            send.data
          ) : (
            <button
              type="button"
              className={button.textButton}
              disabled={send.isPending}
              onClick={() => send.mutate()}
            >
              Send the mail again
            </button>
          )}
          {send.isError && (
            <span className={styles.error}>
              {errorMessage(send.error, 'The mail could not be sent. Please try again.')}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
