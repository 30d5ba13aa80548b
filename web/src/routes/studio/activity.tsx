import type { AuditEvent } from '@oriel/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { api, errorMessage } from '../../api.ts';
import { formatDate } from '../../format.ts';
import { browserSession } from '../../session/browser-session.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { saveFile } from '../../ui/save-file.ts';
import stack from '../../ui/stack.module.css';
import { actorOf, sentenceOf } from './activity-words.ts';

const PAGE = 50;

async function download(workspace: string): Promise<void> {
  const response = await browserSession().fetch(
    `/api/studio/audit?${new URLSearchParams({ workspace, format: 'csv' })}`,
  );
  if (!response.ok) throw new Error(`the log was answered with ${response.status}`);
  saveFile(await response.blob(), 'activity.csv');
}

/** The audit log of a workspace: all of it, or what the member has changed. */
export function Activity({ workspace, readsAll }: { workspace: string; readsAll: boolean }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['activity', workspace],
      staleTime: 0,
      initialPageParam: undefined as number | undefined,
      queryFn: async ({ pageParam, signal }) => {
        const query = { workspace, limit: PAGE, ...(pageParam !== undefined && { before: pageParam }) };
        return (await api('GET /api/studio/audit', { query, signal })).data;
      },
      getNextPageParam: ({ events, hasMore }) => (hasMore ? events.at(-1)?.id : undefined),
    });
  const save = useMutation({ mutationFn: () => download(workspace) });
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const failure = save.error ?? (events.length > 0 ? error : null);

  return (
    <>
      <div className="studio-head">
        <div className={stack.gap1}>
          <h1>Activity</h1>
          <p>{readsAll ? 'Who changed what. Nothing here can be edited.' : 'What you have changed here.'}</p>
        </div>
        <Button disabled={save.isPending || events.length === 0} onClick={() => save.mutate()}>
          Save as CSV
        </Button>
      </div>
      <AlertBox tone="error">
        {failure && errorMessage(failure, 'This could not be loaded. Please try again.')}
      </AlertBox>
      {error && events.length === 0 && (
        <Failure sentence="The log could not be loaded." onRetry={() => void refetch()} />
      )}
      {!error && !isPending && events.length === 0 && <p className="studio-soft">Nothing has changed yet.</p>}
      {events.length > 0 && (
        <ol className="studio-rows" aria-label="Activity">
          {events.map((event) => (
            <Row key={event.id} event={event} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Show older'}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ event }: { event: AuditEvent }) {
  return (
    <li className="studio-row studio-event">
      <span>
        <span className="studio-name">{actorOf(event)}</span> {sentenceOf(event)}
      </span>
      <time className="studio-soft" dateTime={event.at}>
        {formatDate(event.at, 'dateTime')}
      </time>
    </li>
  );
}
