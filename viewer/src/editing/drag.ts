import type { HandleLayer } from './layer.ts';

/** A press that moves less, in CSS pixels, selects; it does not move what is pressed. */
const SLACK_PX = 4;

export interface DragHooks {
  /** The point of the viewer, in CSS pixels, that the handle is moved to. */
  move(key: string, x: number, y: number): void;
  /** The handle was let go of. */
  drop(key: string): void;
  /** The drag was broken off: by Escape, or by the system. */
  cancel(key: string): void;
  /** Pressed without a drag: with a pointer, Enter, Space or a screen reader. */
  press(key: string): void;
  signal: AbortSignal;
}

interface Drag {
  key: string;
  pointerId: number;
  element: HTMLElement;
  /** Where it was pressed, and how far that is from the handle's middle. */
  from: { x: number; y: number };
  offset: { x: number; y: number };
  hasMoved: boolean;
}

/** Handles are moved by a captured pointer, of which the viewer sees nothing: the camera stays still. */
export function attachDrag(root: HTMLElement, layer: HandleLayer, hooks: DragHooks): void {
  const { signal } = hooks;
  let drag: Drag | undefined;
  /** A click that follows a drag is none. */
  let isAfterDrag = false;

  const end = (): Drag | undefined => {
    const ended = drag;
    drag = undefined;
    if (ended) delete ended.element.dataset.dragged;
    return ended;
  };
  const cancel = (): void => {
    const ended = end();
    if (ended?.hasMoved) hooks.cancel(ended.key);
  };

  layer.element.addEventListener(
    'pointerdown',
    (event) => {
      const key = layer.keyOf(event.target);
      const element = key === undefined ? undefined : layer.elementOf(key);
      if (key === undefined || !element || drag || event.button !== 0) return;
      isAfterDrag = false;
      element.setPointerCapture(event.pointerId);
      const box = element.getBoundingClientRect();
      drag = {
        key,
        pointerId: event.pointerId,
        element,
        from: { x: event.clientX, y: event.clientY },
        offset: { x: event.clientX - box.x - box.width / 2, y: event.clientY - box.y - box.height / 2 },
        hasMoved: false,
      };
    },
    { signal },
  );
  layer.element.addEventListener(
    'pointermove',
    (event) => {
      if (!drag || event.pointerId !== drag.pointerId) return;
      const { clientX, clientY } = event;
      if (!drag.hasMoved && Math.hypot(clientX - drag.from.x, clientY - drag.from.y) <= SLACK_PX) return;
      drag.hasMoved = true;
      drag.element.dataset.dragged = '';
      const box = root.getBoundingClientRect();
      const within = (value: number, size: number) => Math.min(size, Math.max(0, value));
      hooks.move(
        drag.key,
        within(clientX - drag.offset.x - box.x, box.width),
        within(clientY - drag.offset.y - box.y, box.height),
      );
    },
    { signal },
  );
  layer.element.addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId !== drag?.pointerId) return;
      const ended = end();
      isAfterDrag = ended?.hasMoved === true;
      if (ended?.hasMoved) hooks.drop(ended.key);
    },
    { signal },
  );
  layer.element.addEventListener('pointercancel', cancel, { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !drag) return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    },
    { capture: true, signal },
  );
  layer.element.addEventListener(
    'click',
    (event) => {
      const key = layer.keyOf(event.target);
      if (key !== undefined && !(isAfterDrag && event.detail > 0)) hooks.press(key);
      isAfterDrag = false;
    },
    { signal },
  );
  layer.element.addEventListener(
    'wheel',
    (event) => {
      if (!root.dispatchEvent(new WheelEvent(event.type, event))) event.preventDefault();
    },
    { passive: false, signal },
  );
}
