import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { isReachable } from '../lost-request.ts';
import { Button } from './button.tsx';
import styles from './offline-notice.module.css';
import { useDelayed } from './use-delayed.ts';

const AGAIN_MS = 3_000;

/** Holds a link that is pressed offline until there is a connection: the next page's scripts could not be loaded. */
export function OfflineNotice() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      // The scripts of a page that was visited before are there.
      historyAction !== 'POP' && !navigator.onLine && currentLocation.pathname !== nextLocation.pathname,
  );
  const { state, proceed } = blocker;
  const isHeld = useDelayed(state === 'blocked', 300);

  useEffect(() => {
    if (state !== 'blocked') return;
    let isWaiting = true;
    const tryAgain = async () => {
      if ((await isReachable()) && isWaiting) proceed?.();
    };
    void tryAgain();
    const timer = setInterval(tryAgain, AGAIN_MS);
    window.addEventListener('online', tryAgain);
    return () => {
      isWaiting = false;
      clearInterval(timer);
      window.removeEventListener('online', tryAgain);
    };
  }, [state, proceed]);

  if (!isHeld) return null;
  return (
    <div className={styles.notice} role="alert">
      <p>You are offline. The page opens when you are connected again.</p>
      <Button onClick={() => blocker.reset?.()}>Stay here</Button>
    </div>
  );
}
