import { Outlet } from 'react-router';
import { Footer } from '../features/layout/footer.tsx';
import { TopBar } from '../features/layout/top-bar.tsx';
import styles from './site-layout.module.css';

/** The frame of every page but the viewer: skip link, top bar, footer. */
export default function SiteLayout() {
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <TopBar />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
