import { lazy, type ReactNode } from 'react';
import { Outlet } from 'react-router';
import { ThemeChoice } from '../../features/theme/theme-choice.tsx';
import { openConsent } from '../../session/consent.ts';
import { useSession } from '../../session/session.tsx';
import { ErrorPage } from '../error-page.tsx';
import type { Route } from './+types/layout';
import { Footer } from './footer.tsx';
import styles from './layout.module.css';
import { AVAILABLE_TABS, MemberSettings } from './settings/member-settings.tsx';
import { TopBar } from './top-bar.tsx';

/** The settings open over every page. */
export const handle = { query: ['settings'] };

/** Rarely needed. */
const QrCode = lazy(async () => ({ default: (await import('../../features/referrals/qr-code.tsx')).QrCode }));

/** The frame of every page but the viewer: top bar, footer, and the settings of members over them. */
function Frame({ children }: { children: ReactNode }) {
  const { user, signOut } = useSession();
  return (
    <div className={styles.frame}>
      <TopBar visitor={{ member: user, onSignOut: () => void signOut() }} settings={AVAILABLE_TABS} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer onCookieSettings={openConsent} codeOf={(text, label) => <QrCode text={text} label={label} />}>
        <ThemeChoice />
      </Footer>
      <MemberSettings />
    </div>
  );
}

export default function SiteLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorPage error={error} />
    </Frame>
  );
}
