import { useNavigation } from 'react-router';
import styles from './navigation-progress.module.css';
import { useDelayed } from './use-delayed.ts';

/** A thin line along the top while the next page is on its way, if that takes long enough to wonder. */
export function NavigationProgress() {
  const isLoading = useDelayed(useNavigation().state !== 'idle', 200);
  return isLoading && <div className={styles.line} role="progressbar" aria-label="Loading the page" />;
}
