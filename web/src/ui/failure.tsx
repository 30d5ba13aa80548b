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
