import type { ReactNode, RefObject } from 'react';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import styles from './drawer-toggle.module.css';

interface Props {
  ref: RefObject<HTMLButtonElement | null>;
  icon: IconName;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  drawerId: string;
  children: ReactNode;
}

/** Opens what lies above the bar. */
export function DrawerToggle({ ref, icon, isOpen, setIsOpen, drawerId, children }: Props) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-controls={drawerId}
      onClick={() => setIsOpen(!isOpen)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        setIsOpen(false);
      }}
    >
      <Icon name={icon} />
      {children}
    </button>
  );
}
