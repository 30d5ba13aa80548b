import type { ViewerParts } from '../viewer.ts';
import type { HotspotList } from './list.ts';

/** A click of the same press follows within this time. */
const CLICK_AFTER_MS = 400;
/** A press that moves further, in CSS pixels, or lasts longer is no tap. */
const TAP_DISTANCE_PX = 5;
const TAP_TIME_MS = 500;

/** Places in what `light` changes: the hotspot that is pointed at, that has the focus, and that is pressed. */
export const HOVERED = 0;
export const FOCUSED = 1;
export const PRESSED = 2;

export interface PressHooks {
  /** The index of the hotspot at a point of the viewer; -1 for none. */
  hit(x: number, y: number): number;
  /** Says which hotspot is in a place; -1 for none. */
  light(place: number, index: number): void;
  press(index: number, event: MouseEvent): void;
  turnTo(index: number): void;
  signal: AbortSignal;
}

/**
 * Pointers and the focus. What begins on a hotspot is passed to the viewer, so that a drag turns the view wherever it begins.
 * A press that ends where it began becomes a click of the hotspot's element, as keys and screen readers send one.
 */
export function attachPress({ root }: ViewerParts, list: HotspotList, hooks: PressHooks): void {
  const { signal } = hooks;
  const { element } = list;
  let press = { x: 0, y: 0, timeMs: 0, index: -1 };
  let pointers = 0;
  let liftedAt = Number.NEGATIVE_INFINITY;

  const at = (event: MouseEvent): number => {
    const box = root.getBoundingClientRect();
    const index = hooks.hit(event.clientX - box.left, event.clientY - box.top);
    return index < 0 ? list.indexOf(event.target) : index;
  };
  const isStill = (event: PointerEvent): boolean =>
    Math.hypot(event.clientX - press.x, event.clientY - press.y) <= TAP_DISTANCE_PX;

  const onDown = (event: PointerEvent): void => {
    if (!event.isTrusted || event.button !== 0) return;
    pointers += 1;
    const index = pointers === 1 ? at(event) : -1;
    press = { x: event.clientX, y: event.clientY, timeMs: event.timeStamp, index };
    hooks.light(PRESSED, index);
  };
  const onMove = (event: PointerEvent): void => {
    if (pointers > 0) {
      if (isStill(event)) return;
      press.index = -1;
      hooks.light(PRESSED, -1);
      hooks.light(HOVERED, -1);
      return;
    }
    if (event.pointerType === 'touch') return;
    const index = at(event);
    hooks.light(HOVERED, index);
    root.style.cursor = index < 0 ? 'grab' : 'pointer';
  };
  const isTap = (event: PointerEvent): boolean =>
    event.type === 'pointerup' && isStill(event) && event.timeStamp - press.timeMs <= TAP_TIME_MS;
  const onUp = (event: PointerEvent): void => {
    if (!event.isTrusted || pointers === 0) return;
    liftedAt = event.timeStamp;
    hooks.light(PRESSED, -1);
    const spot = list.spots[press.index];
    if (spot && isTap(event)) {
      // To the viewer it ends here: a hotspot's tap is none of the picture's.
      event.stopImmediatePropagation();
      root.dispatchEvent(new PointerEvent('pointercancel', event));
      spot.focus({ preventScroll: true });
      spot.click();
    }
    pointers -= 1;
  };
  for (const target of [root, element]) {
    target.addEventListener('pointerdown', onDown, { capture: true, signal });
    target.addEventListener('pointermove', onMove, { signal });
    target.addEventListener('pointerup', onUp, { capture: true, signal });
    target.addEventListener('pointercancel', onUp, { capture: true, signal });
    target.addEventListener('pointerleave', () => hooks.light(HOVERED, -1), { signal });
  }
  element.addEventListener(
    'pointerdown',
    (event) => root.dispatchEvent(new PointerEvent(event.type, event)),
    {
      signal,
    },
  );
  element.addEventListener(
    'wheel',
    (event) => {
      if (!root.dispatchEvent(new WheelEvent(event.type, event))) event.preventDefault();
    },
    { passive: false, signal },
  );

  element.addEventListener(
    'click',
    (event) => {
      const index = list.indexOf(event.target);
      // Some browsers send a click of their own for a press that has been one.
      if (event.isTrusted && event.detail > 0 && event.timeStamp - liftedAt < CLICK_AFTER_MS)
        event.preventDefault();
      else if (index >= 0) hooks.press(index, event);
    },
    { signal },
  );
  element.addEventListener(
    'focusin',
    (event) => {
      const index = list.indexOf(event.target);
      hooks.light(FOCUSED, index);
      if (pointers === 0) hooks.turnTo(index);
    },
    { signal },
  );
  element.addEventListener('focusout', () => hooks.light(FOCUSED, -1), { signal });
}
