import type { ReactNode } from 'react';
import styles from './card-grid.module.css';
import prose from './prose.module.css';

interface Props {
  /** The number of columns on wide screens. */
  columns: 2 | 3 | 4;
  /** `li` elements. */
  children: ReactNode;
}

/** A list of cards in a grid. */
export function CardGrid({ columns, children }: Props) {
  return (
    <ul className={styles.grid} data-columns={columns}>
      {children}
    </ul>
  );
}

interface PlainCardProps {
  title: string;
  text: string;
}

/** A title and a sentence below a thin line. */
export function PlainCard({ title, text }: PlainCardProps) {
  return (
    <li className={styles.card}>
      <h3>{title}</h3>
      <p className={prose.soft}>{text}</p>
    </li>
  );
}
