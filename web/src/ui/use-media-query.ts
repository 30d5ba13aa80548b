import { useCallback } from 'react';
import { useBrowserValue } from './hydration.tsx';

/** Whether a media query matches. @param onServer what the server's HTML, and hydration, take it for */
export function useMediaQuery(query: string, onServer = false): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useBrowserValue(subscribe, () => matchMedia(query).matches, onServer);
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** Whether the visitor asks for little movement just now. Not for the server. */
export const reducesMotion = (): boolean => matchMedia(REDUCED_MOTION).matches;

/** Whether the visitor asks for little movement. Nothing moves until that is known. */
export function useReducedMotion(): boolean {
  return useMediaQuery(REDUCED_MOTION, true);
}
