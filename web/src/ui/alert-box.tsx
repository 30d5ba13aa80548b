import type { ReactNode } from 'react';
import styles from './alert-box.module.css';

interface Props {
  /** Red and read at once, or green and read when the reader has a moment. */
  tone: 'error' | 'success';
  id?: string | undefined;
  children?: ReactNode;
}

/**
 * A box with one sentence about what just happened. Leave it in place without children while there is nothing to say:
 * screen readers announce a success only in a region that was there before.
 */
export function AlertBox({ tone, id, children }: Props) {
  const box = children ? (
    <p id={id} className={`${styles.box} ${styles[tone]}`}>
      {children}
    </p>
  ) : null;
  if (tone === 'success') return <div role="status">{box}</div>;
  return box && <div role="alert">{box}</div>;
}
