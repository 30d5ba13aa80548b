import { useEffect, useState } from 'react';

const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'touchstart'] as const;

/** Whether there was no input by pointer, keyboard or touch for a while; never while not `enabled`. */
export function useIdle(enabled: boolean, delayMs: number): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!enabled) return setIdle(false);
    let timer = 0;
    const wake = () => {
      setIdle(false);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setIdle(true), delayMs);
    };
    wake();
    for (const type of ACTIVITY) document.addEventListener(type, wake, { passive: true });
    return () => {
      window.clearTimeout(timer);
      for (const type of ACTIVITY) document.removeEventListener(type, wake);
    };
  }, [enabled, delayMs]);
  return idle;
}
