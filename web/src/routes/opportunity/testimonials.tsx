import type { OpportunityPage } from '@oriel/contract';
import prose from '../../ui/prose.module.css';
import styles from './testimonials.module.css';

/** Testimonials about the course. */
export function Testimonials({ items }: { items: OpportunityPage['testimonials']['items'] }) {
  return (
    <ul className={styles.testimonials}>
      {items.map(({ quote, name, role }) => (
        <li key={name}>
          <figure className={styles.testimonial}>
            <blockquote className={styles.quote}>{quote}</blockquote>
            <figcaption className={prose.note}>
              <span className={styles.name}>{name}</span>
              {role}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
