import { useEffect, useState } from 'react';

/** Whether something has lasted: short waits need no message, and one that comes and goes at once only flickers. */
export function useDelayed(isGoingOn: boolean, afterMs = 150): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return;
    const timer = setTimeout(() => setLasts(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isGoingOn, afterMs]);
  return isGoingOn && lasts;
}
