import type { ReactNode } from 'react';
import styles from './disclosure.module.css';
import { Icon } from './icon.tsx';

interface Props {
  title: string;
  /** Shown before the title, for instance a number. */
  mark?: ReactNode;
  /** Whether it is open initially. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A heading that expands its content. Native, so it works without scripts and is found by the browser's search. */
export function Disclosure({ title, mark, isOpen = false, children }: Props) {
  return (
    <details className={styles.disclosure} open={isOpen}>
      <summary className={styles.summary}>
        {mark && <span className={styles.mark}>{mark}</span>}
        <h3 className={styles.title}>{title}</h3>
        <span className={styles.arrow}>
          <Icon name="chevronDown" />
        </span>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
