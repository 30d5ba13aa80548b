import type { OpportunityPage } from '@oriel/contract';
import prose from '../../ui/prose.module.css';
import styles from './course-facts.module.css';

/** Facts about the course. */
export function CourseFacts({ facts }: { facts: OpportunityPage['course']['facts'] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt className={prose.soft}>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
