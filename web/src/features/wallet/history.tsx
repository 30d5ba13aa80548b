import type { User } from '@oriel/contract';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import stack from '../../ui/stack.module.css';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import styles from './history.module.css';
import { HistoryList, HistoryTable } from './history-rows.tsx';
import { useHistory } from './queries.ts';

const SENTENCE = 'Your transactions cannot be shown right now.';
/** Wide enough for a table beside the tabs of the settings. */
const WIDE = '(min-width: 52rem)';
const PLACEHOLDERS = 5;

function Placeholders() {
  return (
    <div aria-busy="true">
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder is its place.
        <div key={index} className={styles.placeholder} />
      ))}
      <p className="visually-hidden" role="status">
        Loading your transactions…
      </p>
    </div>
  );
}

export function History({ user }: { user: User }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useHistory(
    user.id,
  );
  const isWide = useMediaQuery(WIDE);
  if (isPending) return <Placeholders />;
  if (data === undefined) return <Failure sentence={SENTENCE} onRetry={() => void refetch()} />;
  const movements = data.pages.flatMap(({ items }) => items);
  if (movements.length === 0) {
    return (
      <div className={styles.empty}>
        <h3>No transactions yet</h3>
        <p>Tokens that you buy, get and spend will be listed here, with your receipts.</p>
      </div>
    );
  }
  const Rows = isWide ? HistoryTable : HistoryList;
  return (
    <div className={`${stack.gap6} ${stack.start}`}>
      <Rows movements={movements} />
      {error ? (
        <Failure sentence={SENTENCE} onRetry={() => void (hasNextPage ? fetchNextPage() : refetch())} />
      ) : (
        hasNextPage && (
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Load more'}
          </Button>
        )
      )}
    </div>
  );
}
