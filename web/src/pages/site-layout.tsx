import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { Footer } from '../features/layout/footer.tsx';
import { TopBar } from '../features/layout/top-bar.tsx';
import { ThemeChoice } from '../features/theme/theme-choice.tsx';
import type { Route } from './+types/site-layout';
import { ErrorPage } from './error-page.tsx';
import styles from './site-layout.module.css';

/** The frame of every page but the viewer: top bar and footer. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <TopBar />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Footer>
        <ThemeChoice />
      </Footer>
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
