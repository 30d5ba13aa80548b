import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { IconButton } from '../../ui/icon-button.tsx';
import { MAIN_LINKS } from './links.ts';
import { Logo } from './logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import styles from './top-bar.module.css';

/** Stays at the top of every page; on narrow screens its links move into a menu. */
export function TopBar() {
  const [menuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  const menuButton = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes the menu.
  useEffect(() => setMenuOpen(false), [pathname]);

  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Logo />
        <nav className={styles.links} aria-label="Main">
          {MAIN_LINKS.map(({ to, label }) => (
            <NavLink key={to} prefetch="intent" to={to} className={styles.link ?? ''}>
              {label}
            </NavLink>
          ))}
        </nav>
        <span className={styles.menuButton}>
          <IconButton
            ref={menuButton}
            icon="menu"
            label="Open menu"
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(true)}
          />
        </span>
      </div>
      <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} />
    </header>
  );
}
