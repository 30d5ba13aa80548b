import { AlertBox } from './alert-box.tsx';
import { Button } from './button.tsx';
import styles from './failure.module.css';

export function Failure({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <AlertBox tone="error">{sentence}</AlertBox>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

interface PlainProps {
  /** Where it stands. */
  className: string | undefined;
  sentence: string;
  onRetry: () => void;
}

/** In place of what could not be loaded. */
export function PlainFailure({ className, sentence, onRetry }: PlainProps) {
  return (
    <div className={className} role="alert">
      <p>{sentence}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
