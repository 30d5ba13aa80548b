import { useSyncExternalStore } from 'react';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** Phones are often on a line that is paid by the byte, and show little of a film behind words. */
const LITTLE_DATA = '(prefers-reduced-data: reduce), (max-width: 47.99rem)';

/** What some browsers tell of the line. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

function subscribeTo(query: string) {
  return (onChange: () => void) => {
    const media = matchMedia(query);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  };
}

const subscribeToMotion = subscribeTo(REDUCED_MOTION);
const subscribeToData = subscribeTo(LITTLE_DATA);

/** Whether the visitor wishes for little movement. Until it is known nothing moves. */
export function usePrefersStillness(): boolean {
  return useSyncExternalStore(
    subscribeToMotion,
    () => matchMedia(REDUCED_MOTION).matches,
    () => true,
  );
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return (
    connection?.saveData === true ||
    (connection?.effectiveType !== undefined && connection.effectiveType !== '4g') ||
    matchMedia(LITTLE_DATA).matches
  );
}

/** Whether the visitor saves data, has a slow line or a small screen. Until it is known they do. */
export function useSavesData(): boolean {
  return useSyncExternalStore(subscribeToData, savesData, () => true);
}
