import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './messages.module.css';
import stage from './stage.module.css';

export function LoadingMessage() {
  return (
    <p className={styles.loading} role="status">
      <Spinner />
      Loading immersive experience…
    </p>
  );
}

/** Shown where the browser requires a gesture before it plays. */
export function StartOverlay({ onStart }: { onStart: () => void }) {
  return (
    <div className={stage.cover}>
      <button type="button" className={styles.start} onClick={onStart}>
        <Icon name="play" size={28} />
        Start VR360 Experience
      </button>
    </div>
  );
}

export function ErrorOverlay({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={stage.cover} role="alert">
      <p>{text}</p>
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
