import type { Permission, StudioTourSummary } from '@oriel/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { api, errorMessage } from '../../../api.ts';
import { formatDate } from '../../../format.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Icon } from '../../../ui/icon.tsx';
import stack from '../../../ui/stack.module.css';
import { FilePicture } from '../media/file-picture.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { StateMark } from './state-mark.tsx';
import styles from './tours.module.css';
import { UNTITLED } from './words.ts';

const PAGE = 50;

function useTours(workspace: string) {
  return useInfiniteQuery({
    queryKey: ['studio-tours', workspace],
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { workspace, limit: PAGE, ...(pageParam !== undefined && { before: pageParam }) };
      return (await api('GET /api/studio/tours', { query, signal })).data;
    },
    getNextPageParam: ({ tours, hasMore }) => (hasMore ? tours.at(-1)?.id : undefined),
  });
}

interface Props {
  workspace: string;
  permissions: readonly Permission[];
}

/** The tours of a workspace. */
export function ToursPage({ workspace, permissions }: Props) {
  const canWrite = permissions.includes('tour.write');
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = useTours(workspace);
  const tours = list.data?.pages.flatMap((page) => page.tours);
  const create = useMutation({
    mutationFn: () => api('POST /api/studio/tours', { query: { workspace }, body: {} }),
    onSuccess: ({ data }) => navigate(`/studio/tours/${data.id}${search}`),
  });
  const newTour = (
    <Button variant="primary" disabled={create.isPending} onClick={() => create.mutate()}>
      {create.isPending ? 'One moment…' : 'New tour'}
    </Button>
  );
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const selected = tours?.filter(({ id }) => selection.has(id)) ?? [];
  const select = (ids: readonly string[], isOn: boolean) =>
    setSelection((before) => {
      const after = new Set(before);
      for (const id of ids) isOn ? after.add(id) : after.delete(id);
      return after;
    });
  const failure = create.error ?? (tours && list.error);
  return (
    <>
      <div className="studio-head">
        <div className={stack.gap1}>
          <h1>Tours</h1>
          <p>Drafts of your team, and what visitors see of them.</p>
        </div>
        {canWrite && tours && tours.length > 0 && newTour}
      </div>
      <AlertBox tone="error">
        {failure && errorMessage(failure, 'This could not be done. Please try again.')}
      </AlertBox>
      {list.isError && !tours && (
        <Failure sentence="The tours could not be loaded." onRetry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <p className="studio-soft" role="status">
          Loading…
        </p>
      )}
      {tours?.length === 0 && (
        <div className="studio-empty">
          <h2>No tours yet</h2>
          <p>
            {canWrite
              ? 'A tour begins with a 360-degree photo or film of one room. Upload it under Files, or begin with the words.'
              : 'Once your team begins a tour, it is here.'}
          </p>
          {canWrite && (
            <div className={stack.actions}>
              {newTour}
              <ButtonLink to={`/studio/files${search}`}>Upload files</ButtonLink>
            </div>
          )}
        </div>
      )}
      {tours && tours.length > 0 && (
        <div>
          {canWrite && (
            <SelectAll
              count={tours.length}
              selected={selected.length}
              onChange={(isOn) =>
                select(
                  tours.map(({ id }) => id),
                  isOn,
                )
              }
            />
          )}
          <ul className="studio-rows" aria-label="Tours">
            {tours.map((tour) => (
              <TourRow
                key={tour.id}
                tour={tour}
                isSelected={canWrite ? selection.has(tour.id) : undefined}
                onSelect={(isOn) => select([tour.id], isOn)}
              />
            ))}
          </ul>
        </div>
      )}
      {list.hasNextPage && (
        <div>
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
        </div>
      )}
      <BulkBar
        workspace={workspace}
        permissions={permissions}
        selected={selected}
        onClear={() => setSelection(new Set())}
      />
    </>
  );
}

interface SelectAllProps {
  count: number;
  selected: number;
  onChange: (isOn: boolean) => void;
}

function SelectAll({ count, selected, onChange }: SelectAllProps) {
  return (
    <label className={`${styles.check} ${styles.selectAll}`}>
      <input
        type="checkbox"
        checked={selected === count}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && selected < count;
        }}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      Select all shown
    </label>
  );
}

interface RowProps {
  tour: StudioTourSummary;
  /** Undefined where nothing can be done to it. */
  isSelected: boolean | undefined;
  onSelect: (isSelected: boolean) => void;
}

function TourRow({ tour, isSelected, onSelect }: RowProps) {
  const { search } = useLocation();
  const { id, title, changedAt, path, previewUrl } = tour;
  return (
    <li className={`studio-row ${styles.row}`} data-selectable={isSelected !== undefined || undefined}>
      {isSelected !== undefined && (
        <label className={styles.select}>
          <input
            type="checkbox"
            aria-label={`Select ${title || UNTITLED}`}
            checked={isSelected}
            onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
          />
        </label>
      )}
      <FilePicture url={previewUrl} className={`studio-picture ${styles.rowPicture}`} />
      <Link className={styles.rowTitle} to={`/studio/tours/${id}${search}`}>
        {title || UNTITLED}
      </Link>
      <StateMark tour={tour} />
      <span className={styles.when}>Changed {formatDate(changedAt, 'dateTime')}</span>
      {path ? (
        <a
          className={styles.visit}
          href={path}
          target="_blank"
          rel="noopener"
          aria-label={`Open ${title} as visitors see it`}
          title="Open as visitors see it"
        >
          <Icon name="external" size={16} />
        </a>
      ) : (
        <span className={styles.visit} />
      )}
    </li>
  );
}
