import { sessionStore } from '../../storage.ts';

/** What this browser session has already viewed and liked: `vr-viewed-{id}` and `vr-liked-{id}`, set to 1. */
type Mark = 'viewed' | 'liked';

const keyOf = (mark: Mark, id: number) => `vr-${mark}-${id}`;

export function hasMark(mark: Mark, id: number): boolean {
  return sessionStore.getItem(keyOf(mark, id)) === '1';
}

/** Without storage a view may be counted twice and a like sent again; the server counts one like per visitor. */
export function setMark(mark: Mark, id: number): void {
  sessionStore.setItem(keyOf(mark, id), '1');
}

export function clearMark(mark: Mark, id: number): void {
  sessionStore.removeItem(keyOf(mark, id));
}
