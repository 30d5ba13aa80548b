import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and during hydration, which must equal the server's HTML; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
