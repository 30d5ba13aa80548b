import type { ChangeInWords } from './changes.ts';
import styles from './publish.module.css';

/** Changes, field by field. */
export function ChangeList({ changes }: { changes: readonly ChangeInWords[] }) {
  if (changes.length === 0) return <p>Nothing.</p>;
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, words }) => (
        <li key={`${field} ${words}`}>
          <strong>{field}</strong> {words}
        </li>
      ))}
    </ul>
  );
}
