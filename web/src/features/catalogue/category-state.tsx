import { Button } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';
import styles from './category-state.module.css';

interface Props {
  /** The message that says why there is nothing. */
  failure: string | undefined;
  /** Whether it is being retried. */
  loading: string | undefined;
  empty: string;
  onRetry: () => void;
}

/** Takes the place of an empty grid of categories or subcategories. */
export function CategoryState({ failure, loading, empty, onRetry }: Props) {
  if (loading) {
    return (
      <p className={styles.state} role="status">
        {loading}
      </p>
    );
  }
  if (failure) {
    return (
      <div className={styles.state} role="alert">
        <p className={prose.error}>{failure}</p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    );
  }
  return (
    <div className={styles.state} role="status">
      <h2>{empty}</h2>
      <p>Try adjusting your search terms</p>
    </div>
  );
}
