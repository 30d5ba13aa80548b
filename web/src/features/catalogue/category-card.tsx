import type { ReactNode } from 'react';
import { CardLink } from '../../ui/card-link.tsx';
import type { CategoryEntry } from './categories.ts';
import styles from './category-card.module.css';
import { CategoryIcon } from './category-icon.tsx';

interface Props {
  entry: CategoryEntry;
  to: string;
  /** An image of this category; without one the icon is shown alone. */
  picture?: ReactNode;
  action?: string;
  heading?: 'h2' | 'h3';
}

export function CategoryCard({ entry, to, picture, action, heading: Heading = 'h2' }: Props) {
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        {picture}
        <span className={picture ? styles.badge : styles.mark}>
          <CategoryIcon icon={entry.icon} size={picture ? 24 : 56} />
        </span>
      </div>
      <Heading className={styles.name}>
        <CardLink to={to}>{entry.name}</CardLink>
      </Heading>
      {entry.description && <p className={styles.description}>{entry.description}</p>}
      <p className={styles.foot}>
        <span>
          {entry.itemCount} {entry.itemCount === 1 ? 'experience' : 'experiences'}
        </span>
        {action && (
          <span className={styles.action} aria-hidden="true">
            {action}
          </span>
        )}
      </p>
    </article>
  );
}
