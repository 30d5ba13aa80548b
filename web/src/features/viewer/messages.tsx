import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Cover } from './cover.tsx';
import styles from './messages.module.css';
import type { Trouble } from './use-player.ts';

export function LoadingMessage() {
  return (
    <div className={styles.middle}>
      <p className={styles.loading} role="status">
        <Spinner />
        Loading immersive experience…
      </p>
      <p className={`without-scripts ${styles.note}`}>
        Looking around needs JavaScript, which this browser does not run.
      </p>
    </div>
  );
}

/** Shown where the browser requires a gesture before it plays. */
export function StartOverlay({ onStart }: { onStart: () => void }) {
  return (
    <Cover>
      <button type="button" className={styles.start} onClick={onStart}>
        <Icon name="play" size={28} />
        Start VR360 Experience
      </button>
    </Cover>
  );
}

/** Offers another try where that may help. */
export function ErrorOverlay({ text, isLasting = false, isDrawn = false, onRetry }: Trouble & Retry) {
  return (
    <Cover isAlert isOpen={isLasting && isDrawn}>
      <p>{text}</p>
      {!isLasting && (
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Cover>
  );
}

interface Retry {
  /** Whether there is something to look at nevertheless. */
  isDrawn?: boolean;
  onRetry: () => void;
}
