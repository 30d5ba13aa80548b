import type { ReactNode } from 'react';
import styles from './ajar.module.css';
import page from './page.module.css';

/** A short message beside the arch of the logo, as a door that stands ajar. */
export function Ajar({ children }: { children: ReactNode }) {
  return (
    <div className={`${page.page} ${styles.message}`}>
      <div className={styles.words}>{children}</div>
      <div className={styles.arch} aria-hidden="true">
        <img className={styles.view} src="/images/door.webp" alt="" width={576} height={720} loading="lazy" />
        <div className={styles.leaf} />
      </div>
    </div>
  );
}
