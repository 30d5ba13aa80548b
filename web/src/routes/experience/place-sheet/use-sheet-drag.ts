import { type PointerEvent, type RefObject, useRef } from 'react';

/** Pixels after which it is clear where a drag leads. */
const SLOP = 8;
/** Pixels, or pixels in a millisecond, that close the sheet. */
const CLOSE_AFTER = 110;
const CLOSE_SPEED = 0.7;
/** Pixels to the side that lead to another place. */
const TURN_AFTER = 70;

interface Drag {
  x: number;
  y: number;
  time: number;
  axis: 'x' | 'y' | undefined;
}

interface Options {
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Drags a sheet by its head: down closes it, sideways leads to the places beside this one. */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, { onClose, onPrevious, onNext }: Options) {
  const drag = useRef<Drag>(undefined);
  const move = (x: number, y: number) => {
    if (!sheet.current) return;
    const isHome = x === 0 && y === 0;
    sheet.current.style.translate = isHome ? '' : `${x}px ${y}px`;
    // It follows the finger, and only its way home takes time.
    sheet.current.style.transition = isHome ? '' : 'none';
  };
  const offset = (event: PointerEvent, { x, y }: Drag) => ({ dx: event.clientX - x, dy: event.clientY - y });

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, time: event.timeStamp, axis: undefined };
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = drag;
      if (!current) return;
      const { dx, dy } = offset(event, current);
      if (current.axis === undefined && Math.hypot(dx, dy) > SLOP)
        current.axis = Math.abs(dx) > Math.abs(dy) ? 'x' : 'y';
      if (current.axis === 'y') move(0, Math.max(0, dy));
      else if (current.axis === 'x') move(dx * 0.35, 0);
    },
    onPointerUp: (event: PointerEvent) => {
      const { current } = drag;
      drag.current = undefined;
      move(0, 0);
      if (!current?.axis) return;
      const { dx, dy } = offset(event, current);
      const speed = dy / Math.max(1, event.timeStamp - current.time);
      if (current.axis === 'y' && dy > SLOP && (dy > CLOSE_AFTER || speed > CLOSE_SPEED)) onClose();
      else if (current.axis === 'x' && dx > TURN_AFTER) onPrevious?.();
      else if (current.axis === 'x' && dx < -TURN_AFTER) onNext?.();
    },
    onPointerCancel: () => {
      drag.current = undefined;
      move(0, 0);
    },
  };
}
