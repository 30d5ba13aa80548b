import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useNavigationType } from 'react-router';
import { signInUrl } from '../../session/member.ts';
import { useSession } from '../../session/session.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import page from '../../ui/page.module.css';
import { BalanceChip } from './balance-chip.tsx';
import { HOME_LINK, MAIN_LINKS, SEARCH_LINK } from './links.ts';
import { Logo } from './logo.tsx';
import { MemberMenu } from './member-menu.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import styles from './top-bar.module.css';

export function TopBar() {
  const { user } = useSession();
  const [menuOpen, setMenuOpen] = useState(false);
  const location = useLocation();
  const menuButton = useRef<HTMLButtonElement>(null);

  const navigationType = useNavigationType();

  // The menu's own links close it before their page is there; a menu that was opened again meanwhile stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: going back or forward closes the menu.
  useEffect(() => {
    if (navigationType === 'POP') setMenuOpen(false);
  }, [location.key, navigationType]);

  return (
    <header className={styles.bar}>
      <div className={`${page.page} ${styles.inner}`}>
        <Logo />
        <nav className={styles.links} aria-label="Main">
          <NavLink
            prefetch="intent"
            to={HOME_LINK.to}
            className={styles.home ?? ''}
            aria-label={HOME_LINK.label}
            title={HOME_LINK.label}
          >
            <Icon name="home" />
          </NavLink>
          {MAIN_LINKS.map(({ to, label }) => (
            <NavLink key={to} prefetch="intent" to={to} className={styles.link ?? ''}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={styles.account}>
          <Link
            className={styles.search}
            to={SEARCH_LINK.to}
            aria-label={SEARCH_LINK.label}
            title={SEARCH_LINK.label}
          >
            <Icon name="search" />
          </Link>
          {user ? (
            <>
              <BalanceChip />
              <MemberMenu member={user} />
            </>
          ) : (
            <span className="guests-only">
              <ButtonLink to={signInUrl(location)} data-analytics="sign-in">
                Sign in
              </ButtonLink>
            </span>
          )}
        </div>
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
