import { useNavigation } from 'react-router';
import styles from './navigation-progress.module.css';
import { useDelayed } from './use-delayed.ts';

/** A thin line at the top while the next page loads, if that takes long. */
export function NavigationProgress() {
  const isLoading = useDelayed(useNavigation().state !== 'idle', 200);
  return isLoading && <div className={styles.line} role="progressbar" aria-label="Loading the page" />;
}
