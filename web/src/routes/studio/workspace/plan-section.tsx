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

/** All of them are shown before the plan is loaded too, so that nothing below moves. */
const ROWS = [
  { kind: 'seats', name: 'Seats' },
  { kind: 'tours', name: 'Tours' },
  { kind: 'scenes', name: 'Scenes' },
  { kind: 'bytes', name: 'Files' },
  { kind: 'monthlyViews', name: 'Views this month' },
] as const;

/** How much of a kind is used, in words and, where there is a limit, as a bar. */
function Amount({ kind, name, plan: { limits, use } }: (typeof ROWS)[number] & { plan: PlanUse }) {
  const used = use[kind];
  const limit = limits[kind];
  // Views are not refused, so they are never marked as full.
  const isFull = limit !== null && used >= limit && kind !== 'monthlyViews';
  return (
    <>
      {kind === 'bytes' ? formatRoom(used, limits.bytes) : countOf(used, limit)}
      {limit !== null && (
        <progress
          className={styles.share}
          data-full={isFull || undefined}
          value={Math.min(used, limit)}
          max={Math.max(1, limit)}
          aria-label={name}
        />
      )}
    </>
  );
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
        {ROWS.map((row) => (
          <div key={row.kind}>
            <dt>{row.name}</dt>
            <dd>{data ? <Amount {...row} plan={data} /> : '…'}</dd>
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
