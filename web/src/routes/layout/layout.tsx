import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { ErrorPage } from '../error-page.tsx';
import type { Route } from './+types/layout';
import { Footer } from './footer.tsx';
import styles from './layout.module.css';
import { SettingsWhenAsked } from './settings/settings-when-asked.tsx';
import { TopBar } from './top-bar.tsx';

/** The settings open over every page. */
export const handle = { query: ['settings'] };

/** The frame of every page but the viewer: top bar, footer, and the settings of members over them. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <TopBar />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <SettingsWhenAsked />
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
