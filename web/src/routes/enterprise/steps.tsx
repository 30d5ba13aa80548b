import type { EnterprisePage } from '@oriel/contract';
import styles from './steps.module.css';

export function Steps({ items }: { items: EnterprisePage['steps']['items'] }) {
  return (
    <ol className={styles.steps}>
      {items.map(({ title, text }, index) => (
        <li key={title} className={styles.step}>
          {/* Hidden, since the list numbers its items for screen readers. */}
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <h3>{title}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
