import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';

const Context = createContext(false);

/** Within it, what only the browser knows is shown after hydration, and bit by bit: all at once would block the page. */
export function HydrationProvider({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return <Context value={isHydrated}>{children}</Context>;
}

/** False on the server and during hydration, which must equal the server's HTML; true from then on. */
export const useHydrated = (): boolean => useContext(Context);

/**
 * A value that only the browser has, as it changes.
 *
 * @param onServer what the server's HTML, and hydration, take it for
 */
export function useBrowserValue<Value>(
  subscribe: (listener: () => void) => () => void,
  read: () => Value,
  onServer: Value,
): Value {
  const isHydrated = useHydrated();
  // What differs at the end of hydration would be drawn at once.
  return useSyncExternalStore(subscribe, isHydrated ? read : () => onServer, () => onServer);
}
