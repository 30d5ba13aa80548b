import { useSyncExternalStore } from 'react';

/** Wide enough for a table beside the tabs of the settings. */
const WIDE = '(min-width: 52rem)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether there is room for a table. Only for what the server does not render. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
