import { useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { signInUrl } from '../../session/member.ts';
import { useSession } from '../../session/session.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lockScroll } from '../../ui/scroll-lock.ts';
import { MENU_LINKS } from './links.ts';
import { Logo } from './logo.tsx';
import styles from './mobile-menu.module.css';

/** The menu of narrow screens: a modal dialog over the whole page, which does not scroll then. */
export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { user, signOut } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const location = useLocation();

  useEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return;
    element.showModal();
    const unlock = lockScroll();
    return () => {
      unlock();
      element.close();
    };
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className={styles.menu}
      aria-label="Menu"
      // The event comes late: the dialog may be open again.
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
    >
      <div className={styles.head}>
        <Logo onClick={onClose} />
        <IconButton icon="close" label="Close menu" onClick={onClose} />
      </div>
      <nav aria-label="Menu">
        <ul className={styles.links}>
          {MENU_LINKS.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} className={styles.link ?? ''} onClick={onClose}>
                {label}
              </NavLink>
            </li>
          ))}
          <li>
            <Link to={user ? '/experiences' : signInUrl(location)} className={styles.link} onClick={onClose}>
              {user ? 'Open dashboard' : 'Sign in'}
            </Link>
          </li>
          {user?.hasRole && (
            <li>
              <Link to="/studio" className={styles.link} onClick={onClose}>
                Studio
              </Link>
            </li>
          )}
        </ul>
      </nav>
      {user && (
        <div className={styles.foot}>
          <Button
            onClick={() => {
              onClose();
              void signOut();
            }}
          >
            Sign out
          </Button>
        </div>
      )}
    </dialog>
  );
}
