import type { AuditEvent } from '@oriel/contract';
import { type QueryKey, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '../../api.ts';
import { formatDate } from '../../format.ts';
import { browserSession } from '../../session/browser-session.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { saveFile } from '../../ui/save-file.ts';
import stack from '../../ui/stack.module.css';
import { actorOf, sentenceOf } from './activity-words.ts';

interface Props {
  title: string;
  lead: string;
  /** Shown where there is no row. */
  empty: string;
  queryKey: QueryKey;
  /** Loads the rows before the one with this id, the newest first. */
  load: (
    before: number | undefined,
    signal: AbortSignal,
  ) => Promise<{ events: AuditEvent[]; hasMore: boolean }>;
  /** Where the rows come from as CSV, and the name of the file. */
  csv: { path: string; file: string };
  /** The workspace of a row, where rows of several are listed. */
  placeOf?: (event: AuditEvent) => string;
  /** Narrows the rows. */
  children?: ReactNode;
}

async function download({ path, file }: Props['csv']): Promise<void> {
  const response = await browserSession().fetch(path);
  if (!response.ok) throw new Error(`the log was answered with ${response.status}`);
  saveFile(await response.blob(), file);
}

/** Rows of the audit log, page by page and as a file. */
export function Log({ title, lead, empty, queryKey, load, csv, placeOf, children }: Props) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey,
      staleTime: 0,
      initialPageParam: undefined as number | undefined,
      queryFn: ({ pageParam, signal }) => load(pageParam, signal),
      getNextPageParam: ({ events, hasMore }) => (hasMore ? events.at(-1)?.id : undefined),
    });
  const save = useMutation({ mutationFn: () => download(csv) });
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const failure = save.error ?? (events.length > 0 ? error : null);

  return (
    <>
      <div className="studio-head">
        <div className={stack.gap1}>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        <Button disabled={save.isPending || events.length === 0} onClick={() => save.mutate()}>
          Save as CSV
        </Button>
      </div>
      {children}
      <AlertBox tone="error">
        {failure && errorMessage(failure, 'This could not be loaded. Please try again.')}
      </AlertBox>
      {error && events.length === 0 && (
        <Failure sentence="The log could not be loaded." onRetry={() => void refetch()} />
      )}
      {!error && !isPending && events.length === 0 && (
        <p className="studio-soft" role="status">
          {empty}
        </p>
      )}
      {events.length > 0 && (
        <ol className="studio-rows" aria-label={title}>
          {events.map((event) => (
            <Row key={event.id} event={event} place={placeOf?.(event)} />
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

function Row({ event, place }: { event: AuditEvent; place: string | undefined }) {
  return (
    <li className="studio-row studio-event">
      <span>
        <span className="studio-name">{actorOf(event)}</span> {sentenceOf(event)}
      </span>
      <span className="studio-soft">
        {place && `${place}, `}
        <time dateTime={event.at}>{formatDate(event.at, 'dateTime')}</time>
      </span>
    </li>
  );
}
