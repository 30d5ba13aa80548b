import type { ReactNode } from 'react';
import styles from './drawer.module.css';

interface Props {
  id: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Lies above the bar. */
export function Drawer({ id, isOpen, onClose, children }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from any of its buttons and links.
    <div
      id={id}
      className={styles.drawer}
      hidden={!isOpen}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.panel}>{children}</div>
    </div>
  );
}
