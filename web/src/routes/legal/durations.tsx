import type { CachePage } from '@oriel/contract';
import prose from '../../ui/prose.module.css';
import styles from './durations.module.css';

export function Durations({ durations }: { durations: CachePage['durations'] }) {
  return (
    <dl className={styles.durations}>
      {durations.map(({ kind, label, value, text }) => (
        <div key={kind} className={styles.row}>
          <dt className={prose.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          <dd className={prose.note}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
