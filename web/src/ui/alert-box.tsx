import type { ReactNode } from 'react';
import styles from './alert-box.module.css';

interface Props {
  /** Red and announced at once, or green and announced politely. */
  tone: 'error' | 'success';
  id?: string | undefined;
  children?: ReactNode;
}

/** Keep it mounted while empty: screen readers announce a success only in a region that already existed. */
export function AlertBox({ tone, id, children }: Props) {
  const box = children ? (
    <p id={id} className={`${styles.box} ${styles[tone]}`}>
      {children}
    </p>
  ) : null;
  if (tone === 'success') return <div role="status">{box}</div>;
  return box && <div role="alert">{box}</div>;
}
