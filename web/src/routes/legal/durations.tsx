import type { CachePage } from '@oriel/contract';
import styles from './durations.module.css';

/** How long browsers keep what, in figures. */
export function Durations({ durations }: { durations: CachePage['durations'] }) {
  return (
    <dl className={styles.durations}>
      {durations.map(({ kind, label, value, text }) => (
        <div key={kind} className={styles.row}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          <dd className={styles.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
