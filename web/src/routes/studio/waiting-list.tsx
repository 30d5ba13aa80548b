import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api.ts';
import { formatDate } from '../../format.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import textButton from '../../ui/text-button.module.css';
import type { People, Waiting } from './people.ts';
import { ROLE_NAMES } from './role-words.ts';

interface Props {
  people: People;
  onNotice: (sentence: string) => void;
}

/** The invitations that have not been answered; nothing where there is none. */
export function WaitingList({ people, onNotice }: Props) {
  const queries = useQueryClient();
  const queryKey = ['people', people.key, 'waiting'];
  const { data = [], error } = useQuery({ queryKey, queryFn: () => people.waiting(), staleTime: 0 });
  const refresh = () => queries.invalidateQueries({ queryKey });
  const again = useMutation({
    mutationFn: ({ id }: Waiting) => people.sendAgain(id),
    onSuccess: (_, { email }) => onNotice(`The invitation is on its way to ${email} again.`),
    onSettled: refresh,
  });
  const revoke = useMutation({
    mutationFn: ({ id }: Waiting) => people.revoke(id),
    onSuccess: (_, { email }) => {
      onNotice(`The invitation of ${email} is revoked.`);
      // Its row, which had the focus, goes.
      document.getElementById('main')?.focus({ preventScroll: true });
    },
    onSettled: refresh,
  });
  const failure = again.error ?? revoke.error;
  if (data.length === 0) {
    return (
      <AlertBox tone="error">
        {error && errorMessage(error, 'The invitations could not be loaded. Please try again.')}
      </AlertBox>
    );
  }
  return (
    <section className="studio-section" aria-labelledby="waiting">
      <h2 id="waiting">Invited</h2>
      <AlertBox tone="error">
        {failure && errorMessage(failure, 'This could not be done. Please try again.')}
      </AlertBox>
      <ul className="studio-rows">
        {data.map((invitation) => (
          <li key={invitation.id} className="studio-row">
            <span className="studio-who">
              <span className="studio-name">{invitation.email}</span>
              <span className="studio-soft">
                {`${ROLE_NAMES[invitation.role]}, ${invitation.isExpired ? 'expired' : 'open until'} ${formatDate(invitation.expiresAt)}`}
              </span>
            </span>
            <span className="studio-ways">
              <button
                type="button"
                className={textButton.textButton}
                aria-label={`Send again to ${invitation.email}`}
                onClick={() => {
                  revoke.reset();
                  if (!again.isPending) again.mutate(invitation);
                }}
              >
                Send again
              </button>
              <button
                type="button"
                className={textButton.textButton}
                aria-label={`Revoke the invitation of ${invitation.email}`}
                onClick={() => {
                  again.reset();
                  if (!revoke.isPending) revoke.mutate(invitation);
                }}
              >
                Revoke
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
