import type { SecurityEvent } from '@oriel/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, errorMessage } from '../../../api.ts';
import { formatDate } from '../../../format.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { PanelSection } from '../../../ui/panel-section.tsx';
import stack from '../../../ui/stack.module.css';
import { eventLabel, isAlarming } from './security-labels.ts';
import styles from './settings.module.css';

const PAGE = 8;
function EventRow({ event }: { event: SecurityEvent }) {
  const circumstances = [
    event.isCurrentSession ? 'This device' : event.device,
    event.network && `near ${event.network}`,
  ].filter(Boolean);
  return (
    <li className={styles.row} data-alarming={isAlarming(event) || undefined}>
      <span>
        {eventLabel(event)}
        <span className={styles.note}>{circumstances.join(', ')}</span>
      </span>
      <time className={styles.timestamp} dateTime={event.createdAt}>
        {formatDate(event.createdAt, 'dateTime')}
      </time>
    </li>
  );
}

export function SecurityActivity({ memberId }: { memberId: string }) {
  const list = useInfiniteQuery({
    queryKey: ['security-events', memberId],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam: before, signal }) =>
      (await api('GET /api/auth/security-events', { query: { limit: PAGE, before }, signal })).data,
    getNextPageParam: ({ events, hasMore }) => (hasMore ? events.at(-1)?.id : undefined),
    staleTime: 0,
  });
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];

  return (
    <PanelSection title="Recent security activity">
      <p>
        What happened to your account, for one year. If something here was not you, change your password: that
        signs out every other device.
      </p>
      {list.isPending && <p className={styles.note}>Loading…</p>}
      <AlertBox tone="error">
        {list.isError && errorMessage(list.error, 'The activity could not be loaded. Please try again.')}
      </AlertBox>
      <ul>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {list.isSuccess && events.length === 0 && <p>Nothing has been recorded yet.</p>}
      {(list.hasNextPage || list.isError) && (
        <div className={stack.actions}>
          <Button
            disabled={list.isFetching}
            onClick={() => void (list.isError ? list.refetch() : list.fetchNextPage())}
          >
            {list.isError ? 'Try again' : 'Show more'}
          </Button>
        </div>
      )}
    </PanelSection>
  );
}
