import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { MapCanvas } from './use-map-canvas.ts';

/** Pixels that a press may slip. */
const SLOP = 6;
const KEY_PAN = 80;
const KEY_ZOOM = 1.6;
const WHEEL_ZOOM = 0.0022;

interface Finger {
  x: number;
  y: number;
}

const between = (a: Finger, b: Finger) => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
  apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
});

/**
 * Dragging, pinching, the wheel and keys move a map. The wheel scrolls the page until the map has the focus.
 *
 * @param onPress called with pixels from the top left corner
 */
export function useMapGestures(
  element: RefObject<HTMLElement | null>,
  map: MapCanvas,
  onPress: (x: number, y: number, reach?: number) => void,
) {
  const fingers = useRef(new Map<number, Finger>());
  const slipped = useRef(0);
  const latest = useRef(map);
  useEffect(() => {
    latest.current = map;
  });

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    // React's wheel listeners are passive.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !target.contains(document.activeElement)) return;
      event.preventDefault();
      const { left, top } = target.getBoundingClientRect();
      const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (event.ctrlKey ? 4 : 1);
      latest.current.zoom(Math.exp(-pixels * WHEEL_ZOOM), event.clientX - left, event.clientY - top);
    };
    target.addEventListener('wheel', onWheel, { passive: false });
    return () => target.removeEventListener('wheel', onWheel);
  }, [element]);

  const placeOf = (event: PointerEvent): Finger => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => map.pan(KEY_PAN, 0),
      ArrowRight: () => map.pan(-KEY_PAN, 0),
      ArrowUp: () => map.pan(0, KEY_PAN),
      ArrowDown: () => map.pan(0, -KEY_PAN),
      '+': () => map.step(KEY_ZOOM),
      '=': () => map.step(KEY_ZOOM),
      '-': () => map.step(1 / KEY_ZOOM),
      '0': () => map.showAll(),
      Enter: () => {
        const { x, y } = map.middle();
        onPress(x, y, Number.POSITIVE_INFINITY);
      },
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  return {
    onKeyDown,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (fingers.current.size === 0) slipped.current = 0;
      fingers.current.set(event.pointerId, placeOf(event));
    },
    onPointerMove: (event: PointerEvent) => {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = placeOf(event);
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, now);
      slipped.current += Math.hypot(now.x - before.x, now.y - before.y);
      if (other) {
        const [was, is] = [between(before, other), between(now, other)];
        map.pan(is.x - was.x, is.y - was.y);
        map.zoom(is.apart / was.apart, is.x, is.y);
      } else if (slipped.current > SLOP) map.pan(now.x - before.x, now.y - before.y);
    },
    onPointerUp: (event: PointerEvent) => {
      if (!fingers.current.delete(event.pointerId)) return;
      if (fingers.current.size > 0 || slipped.current > SLOP) return;
      const { x, y } = placeOf(event);
      onPress(x, y);
    },
    onPointerCancel: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
  };
}
