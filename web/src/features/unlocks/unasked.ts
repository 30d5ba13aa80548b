import { localStore } from '../../storage.ts';

/** The member who unlocks from cards without being asked; another one in this browser is asked. */
const UNASKED_KEY = 'oriel-unlock-unasked';

export function unlocksUnasked(memberId: string): boolean {
  return localStore.getItem(UNASKED_KEY) === memberId;
}

export function stopAsking(memberId: string): void {
  localStore.setItem(UNASKED_KEY, memberId);
}
