import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { IconButton } from '../../ui/icon-button.tsx';
import { MAIN_LINKS } from './links.ts';
import { Logo } from './logo.tsx';
import styles from './mobile-menu.module.css';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** The menu of narrow screens: a modal dialog over the whole page, which does not scroll meanwhile. */
export function MobileMenu({ open, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return;
    element.showModal();
    document.documentElement.classList.add('scroll-locked');
    return () => {
      document.documentElement.classList.remove('scroll-locked');
      element.close();
    };
  }, [open]);

  return (
    <dialog ref={dialog} className={styles.menu} aria-label="Menu" onClose={onClose}>
      <div className={styles.head}>
        <Logo />
        <IconButton icon="close" label="Close menu" onClick={onClose} />
      </div>
      <nav aria-label="Menu">
        <ul className={styles.links}>
          {MAIN_LINKS.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} className={styles.link ?? ''} onClick={onClose}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </dialog>
  );
}
