import { formatDuration } from '../../format.ts';
import styles from './seek-bar.module.css';

interface Props {
  /** Seconds. */
  currentTime: number;
  /** Seconds; 0 while unknown. */
  duration: number;
  /** Takes per cent, 0 to 100. */
  onSeek: (percent: number) => void;
}

export function SeekBar({ currentTime, duration, onSeek }: Props) {
  const percent = duration > 0 ? Math.min(100, (currentTime / duration) * 100) : 0;
  return (
    <div className={styles.bar}>
      <span className={styles.time}>{formatDuration(currentTime)}</span>
      <input
        className={styles.slider}
        type="range"
        min={0}
        max={100}
        step={0.1}
        value={percent}
        disabled={duration === 0}
        aria-label="Position"
        aria-valuetext={`${formatDuration(currentTime)} of ${formatDuration(duration)}`}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      />
      <span className={styles.time}>{formatDuration(duration)}</span>
    </div>
  );
}
