/** What this browser session has already viewed and liked: `vr-viewed-{id}` and `vr-liked-{id}`, set to 1. */
type Mark = 'viewed' | 'liked';

const nameOf = (mark: Mark, id: number) => `vr-${mark}-${id}`;

/** Whether the mark is set; a browser that refuses storage has none. */
export function hasMark(mark: Mark, id: number): boolean {
  try {
    return sessionStorage.getItem(nameOf(mark, id)) === '1';
  } catch {
    return false;
  }
}

export function setMark(mark: Mark, id: number): void {
  try {
    sessionStorage.setItem(nameOf(mark, id), '1');
  } catch {
    // Without storage a view may be counted twice and a like asked for again; the server keeps likes single.
  }
}

export function clearMark(mark: Mark, id: number): void {
  try {
    sessionStorage.removeItem(nameOf(mark, id));
  } catch {
    // Nothing was stored either.
  }
}
