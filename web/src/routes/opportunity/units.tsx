import type { OpportunityPage } from '@oriel/contract';
import { Disclosure } from '../../ui/disclosure.tsx';
import prose from '../../ui/prose.module.css';
import styles from './units.module.css';

/** The course, unit by unit; the first one is open. */
export function Units({ items }: { items: OpportunityPage['units']['items'] }) {
  return (
    <div>
      {items.map(({ number, title, summary, lessons }, index) => (
        <Disclosure
          key={number}
          title={title}
          mark={<span className={styles.number}>Unit {number}</span>}
          isOpen={index === 0}
        >
          <p>{summary}</p>
          <ul className={`${prose.points} ${styles.lessons}`}>
            {lessons.map((lesson) => (
              <li key={lesson}>{lesson}</li>
            ))}
          </ul>
        </Disclosure>
      ))}
    </div>
  );
}
