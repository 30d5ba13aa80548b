import { type ReactNode, useId } from 'react';
import styles from '../tours.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A part of a tour's page: what it is about, and beside it what is filled in. */
export function TourSection({ title, lead, children }: Props) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {lead && <p>{lead}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
