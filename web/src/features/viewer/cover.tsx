import type { ReactNode } from 'react';
import stack from '../../ui/stack.module.css';
import styles from './cover.module.css';

interface Props {
  /** Whether it tells of a failure. */
  isAlert?: boolean;
  /** Whether the place below it can still be turned. */
  isOpen?: boolean;
  children: ReactNode;
}

/** What is said over the place, in its middle. */
export function Cover({ isAlert = false, isOpen = false, children }: Props) {
  return (
    <div
      className={`${stack.centered} ${styles.cover}`}
      data-open={isOpen}
      {...(isAlert && { role: 'alert' })}
    >
      {children}
    </div>
  );
}
