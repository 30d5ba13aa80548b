import { localStore } from '../../../storage.ts';
import { useBrowserValue } from '../../../ui/hydration.tsx';

const KEY = 'oriel-captions';

/** What visitors may change of all captions. Without any of these they are shown, of normal size, on a dark background. */
export type CaptionChange = 'hidden' | 'large' | 'plain';

let chosen: string | undefined;
const listeners = new Set<() => void>();

/** The changes that were chosen on this device, joined by spaces. */
const read = () => (chosen ??= localStore.getItem(KEY) ?? '');

export const hasChosen = (change: CaptionChange): boolean => read().split(' ').includes(change);

/** Chooses a change, or takes it back. */
export function toggleCaptions(change: CaptionChange): void {
  const others = read()
    .split(' ')
    .filter((one) => one && one !== change);
  chosen = (hasChosen(change) ? others : [...others, change]).join(' ');
  localStore.setItem(KEY, chosen);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Renders again whenever another change is chosen. @returns all of them, for `data-captions` */
export const useCaptionChoice = (): string => useBrowserValue(subscribe, read, '');
