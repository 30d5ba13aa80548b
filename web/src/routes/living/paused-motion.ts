import { sessionStore } from '../../storage.ts';
import { useBrowserValue } from '../../ui/hydration.tsx';

const KEY = 'oriel-motion';
const PAUSED = 'paused';

const listeners = new Set<() => void>();
/** Kept here too, for browsers that store nothing. */
let current: boolean | undefined;

function isPaused(): boolean {
  current ??= sessionStore.getItem(KEY) === PAUSED;
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Holds what moves by itself, or lets it go on, for the rest of the visit. */
export function pauseMotion(pauses: boolean): void {
  current = pauses;
  if (pauses) sessionStore.setItem(KEY, PAUSED);
  else sessionStore.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Whether the visitor has paused what moves by itself; false on the server. */
export function usePausedMotion(): boolean {
  return useBrowserValue(subscribe, isPaused, false);
}
