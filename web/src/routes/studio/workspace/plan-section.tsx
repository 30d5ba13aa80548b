import type { PlanUse } from '@oriel/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { formatNumber } from '../../../format.ts';
import { Failure } from '../../../ui/failure.tsx';
import { formatRoom } from '../files/words.ts';
import styles from './workspace.module.css';

/** "2 of 3", or "2" where there is no limit. */
const countOf = (used: number, limit: number | null): string =>
  limit === null ? formatNumber(used) : `${formatNumber(used)} of ${formatNumber(limit)}`;

const shareOf = (used: number, limit: number | null) =>
  limit === null
    ? undefined
    : { value: Math.min(used, limit), max: Math.max(1, limit), isFull: used >= limit };

interface Row {
  name: string;
  words: string;
  share: ReturnType<typeof shareOf>;
}

/** As high as what is loaded, so that nothing below moves. */
const LOADING_ROWS: Row[] = ['Seats', 'Tours', 'Scenes', 'Files', 'Views this month'].map((name) => ({
  name,
  words: '…',
  share: undefined,
}));

function rowsOf({ limits, use }: PlanUse): Row[] {
  return [
    { name: 'Seats', words: countOf(use.seats, limits.seats), share: shareOf(use.seats, limits.seats) },
    { name: 'Tours', words: countOf(use.tours, limits.tours), share: shareOf(use.tours, limits.tours) },
    { name: 'Scenes', words: countOf(use.scenes, limits.scenes), share: shareOf(use.scenes, limits.scenes) },
    { name: 'Files', words: formatRoom(use.bytes, limits.bytes), share: shareOf(use.bytes, limits.bytes) },
    {
      name: 'Views this month',
      words: countOf(use.monthlyViews, limits.monthlyViews),
      // Nothing is refused there, so it is never marked as full.
      share:
        limits.monthlyViews === null
          ? undefined
          : {
              value: Math.min(use.monthlyViews, limits.monthlyViews),
              max: limits.monthlyViews,
              isFull: false,
            },
    },
  ];
}

/** What a workspace may hold, and what it holds. */
export function PlanSection({ workspace }: { workspace: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['studio-plan', workspace],
    staleTime: 0,
    queryFn: async () => (await api('GET /api/studio/plan', { query: { workspace } })).data,
  });
  if (isError && !data)
    return <Failure sentence="The plan could not be loaded." onRetry={() => void refetch()} />;
  const isOverViews =
    data !== undefined &&
    data.limits.monthlyViews !== null &&
    data.use.monthlyViews > data.limits.monthlyViews;
  return (
    <section className="studio-section" aria-labelledby="plan" aria-busy={!data}>
      <h2 id="plan">{data?.planName ? `Plan: ${data.planName}` : 'What it holds'}</h2>
      <dl className={styles.use}>
        {(data ? rowsOf(data) : LOADING_ROWS).map(({ name, words, share }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {words}
              {share && (
                <progress
                  className={styles.share}
                  data-full={share.isFull || undefined}
                  value={share.value}
                  max={share.max}
                  aria-label={name}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isOverViews && (
        <p className="studio-soft">
          More views than the plan has. Nothing is shut: visitors see all tours as before, and the count
          begins again with the next month (UTC).
        </p>
      )}
    </section>
  );
}
