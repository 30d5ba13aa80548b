import type { ReactNode } from 'react';
import styles from './card-grid.module.css';
import prose from './prose.module.css';

interface Props {
  /** The most columns; fewer where the screen is narrower. */
  columns: 2 | 3 | 4;
  /** `li` elements. */
  children: ReactNode;
}

/** Cards beside and below each other, as a list. */
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

/** A title and a sentence under a fine line, as an item of a grid. */
export function PlainCard({ title, text }: PlainCardProps) {
  return (
    <li className={styles.card}>
      <h3>{title}</h3>
      <p className={prose.soft}>{text}</p>
    </li>
  );
}
