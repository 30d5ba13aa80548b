import type { MemberSession } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, errorMessage } from '../../../api.ts';
import { formatDate } from '../../../format.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { PanelSection } from '../../../ui/panel-section.tsx';
import stack from '../../../ui/stack.module.css';
import styles from './settings.module.css';
import { useStepUp } from './step-up.tsx';

interface RowProps {
  session: MemberSession;
  onEnd: () => void;
  isEnding: boolean;
}

function SessionRow({ session, onEnd, isEnding }: RowProps) {
  return (
    <li className={styles.row}>
      <span>
        {session.device || 'Unknown device'}
        <span className={styles.note}>
          {`${session.isCurrent ? 'This device, signed' : 'Signed'} in ${formatDate(session.createdAt, 'dateTime')}`}
          {!session.isCurrent && `, last used ${formatDate(session.lastUsedAt, 'dateTime')}`}
        </span>
      </span>
      {!session.isCurrent && (
        <Button
          disabled={isEnding}
          aria-label={`Sign out ${session.device}, last used ${formatDate(session.lastUsedAt, 'dateTime')}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

export function Sessions({ memberId }: { memberId: string }) {
  const confirmed = useStepUp();
  const queries = useQueryClient();
  const queryKey = ['sessions', memberId];
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api('GET /api/auth/sessions', { signal })).data.sessions,
    staleTime: 0,
  });
  const end = useMutation({
    mutationFn: (id: string) => confirmed(() => api('DELETE /api/auth/sessions/:id', { params: { id } })),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const endOthers = useMutation({
    mutationFn: () => confirmed(() => api('DELETE /api/auth/sessions', {})),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const failure = list.error ?? end.error ?? endOthers.error;
  const others = list.data?.filter(({ isCurrent }) => !isCurrent) ?? [];

  return (
    <PanelSection title="Where you are signed in">
      {list.isPending && <p className={styles.note}>Loading…</p>}
      <AlertBox tone="error">
        {failure && errorMessage(failure, 'Something went wrong. Please try again.')}
      </AlertBox>
      <ul>
        {list.data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <div className={stack.actions}>
          <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {endOthers.isPending ? 'Signing out…' : 'Sign out all other devices'}
          </Button>
        </div>
      )}
    </PanelSection>
  );
}
