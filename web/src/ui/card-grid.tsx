import type { ReactNode } from 'react';
import styles from './card-grid.module.css';
import prose from './prose.module.css';

interface Props {
  /** The number of columns on wide screens. */
  columns: 2 | 3 | 4;
  /** Whether phones show two beside each other. */
  arePairs?: boolean;
  /** `li` elements. */
  children: ReactNode;
}

export function CardGrid({ columns, arePairs = false, children }: Props) {
  return (
    <ul className={styles.grid} data-columns={columns} data-pairs={arePairs || undefined}>
      {children}
    </ul>
  );
}

interface PlainCardsProps extends Pick<Props, 'columns'> {
  items: readonly { title: string; text: string }[];
}

/** Each a title and a sentence below a thin line. */
export function PlainCards({ columns, items }: PlainCardsProps) {
  return (
    <CardGrid columns={columns}>
      {items.map(({ title, text }) => (
        <li key={title} className={styles.card}>
          <h3>{title}</h3>
          <p className={prose.soft}>{text}</p>
        </li>
      ))}
    </CardGrid>
  );
}
