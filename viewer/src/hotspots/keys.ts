import type { ViewerParts } from '../viewer.ts';
import type { HotspotList } from './list.ts';

/** Where letters are typed, or mean something else. */
const OTHER_OWNERS = 'input, textarea, select, [contenteditable], dialog';

export interface KeyHooks {
  hasLetters(): boolean;
  /** To the next hotspot (1) or the previous one (-1). */
  go(step: number): void;
  /** Hides the labels; false where none is shown. */
  dismiss(): boolean;
  signal: AbortSignal;
}

/** N and P go to the next and the previous hotspot; Escape hides its label and goes back to the view. */
export function attachKeys({ root, options }: ViewerParts, list: HotspotList, hooks: KeyHooks): void {
  const { signal } = hooks;
  const { keyboardTarget = root } = options;
  const covers = (target: EventTarget | null) => target instanceof Node && target.contains(list.element);
  const onKey = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(OTHER_OWNERS)) return;
    const step = { n: 1, p: -1 }[event.key.toLowerCase()];
    if (step && hooks.hasLetters() && list.spots.length > 0) {
      hooks.go(step);
    } else if (event.key === 'Escape' && hooks.dismiss()) {
      if (list.focused >= 0) root.focus({ preventScroll: true });
    } else {
      return;
    }
    event.preventDefault();
  };
  for (const target of covers(keyboardTarget) ? [keyboardTarget] : [keyboardTarget, list.element])
    target?.addEventListener('keydown', onKey, { signal });
  // The arrow keys turn the view while a hotspot has the focus, too.
  if (keyboardTarget !== root) return;
  for (const type of ['keydown', 'keyup'] as const) {
    list.element.addEventListener(
      type,
      (event) => {
        if (!event.defaultPrevented && !root.dispatchEvent(new KeyboardEvent(type, event)))
          event.preventDefault();
      },
      { signal },
    );
  }
}
