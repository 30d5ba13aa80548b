import { type ReactNode, useId } from 'react';
import page from './page.module.css';
import prose from './prose.module.css';
import styles from './section.module.css';
import split from './split.module.css';
import stack from './stack.module.css';

interface Props {
  heading: string;
  lead?: string | undefined;
  /** Says that the content is invented. */
  note?: string | undefined;
  id?: string;
  isSunken?: boolean;
  /** On wide screens the heading is next to the content, not above it. */
  isBeside?: boolean;
  children?: ReactNode;
}

/** A section of an information page: heading, lead and content. Constrains its own width. */
export function Section({ heading, lead, note, id, isSunken = false, isBeside = false, children }: Props) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className={isSunken ? styles.sunken : page.section}>
      <div className={`${page.page} ${isBeside ? `${split.wideSecond} ${styles.beside}` : styles.inner}`}>
        <div className={`${stack.gap3} ${stack.start}`}>
          <h2 id={headingId} className={styles.heading}>
            {heading}
          </h2>
          {lead && <p className={prose.lead}>{lead}</p>}
          {note && <p className={`${prose.fine} ${styles.note}`}>{note}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
