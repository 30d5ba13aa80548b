import { isCountryCode } from '@oriel/contract/shared/countries';
import { localStore } from './storage.ts';
import { useBrowserValue } from './ui/hydration.tsx';

const KEY = 'oriel-region';

/** The region that the visitor chose; undefined on the server, and during hydration, which equals the server's HTML. */
let region: string | undefined;
const listeners = new Set<() => void>();

export const currentRegion = (): string | undefined => region;

function setRegion(code: string | undefined): void {
  region = code;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes over what this browser has stored. Call it after hydration. */
export function restoreRegion(): void {
  const stored = localStore.getItem(KEY) ?? '';
  if (isCountryCode(stored)) setRegion(stored);
}

export function chooseRegion(code: string): void {
  localStore.setItem(KEY, code);
  setRegion(code);
}

/** The chosen region. Whatever writes dates or numbers into the server's HTML follows it by this. */
export function useRegion(): string | undefined {
  return useBrowserValue(subscribe, currentRegion, undefined);
}
