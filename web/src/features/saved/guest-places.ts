import { localStore } from '../../storage.ts';
import { useBrowserValue } from '../../ui/hydration.tsx';
import { NO_PLACES, type Places, parsePlaces, textOfPlaces } from './places.ts';

/** The key in local storage; there only once a guest has saved a place, or asked to have those they viewed remembered. */
export const PLACES_KEY = 'oriel-places';

let current: Places | undefined;
const listeners = new Set<() => void>();

const announce = () => {
  for (const notify of listeners) notify();
};

/** What a guest has saved in this browser, and viewed since the page was loaded or as far as it is remembered. */
export function guestPlaces(): Places {
  current ??= parsePlaces(localStore.getItem(PLACES_KEY));
  return current;
}

export function changeGuestPlaces(change: (before: Places) => Places): void {
  const before = guestPlaces();
  current = change(before);
  const [text, textBefore] = [textOfPlaces(current), textOfPlaces(before)];
  if (text === undefined) localStore.removeItem(PLACES_KEY);
  else if (text !== textBefore) localStore.setItem(PLACES_KEY, text);
  announce();
}

/** Follows other tabs. A null key means that the storage was cleared. */
function onStorage({ key, newValue }: StorageEvent): void {
  if (key !== PLACES_KEY && key !== null) return;
  const { recent } = guestPlaces();
  const stored = parsePlaces(key === null ? null : newValue);
  current = stored.remembers ? stored : { ...stored, recent };
  announce();
}

function subscribe(notify: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage);
  listeners.add(notify);
  return () => {
    listeners.delete(notify);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
}

export const useGuestPlaces = (): Places => useBrowserValue(subscribe, guestPlaces, NO_PLACES);
