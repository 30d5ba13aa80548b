import type { HandleLayer } from './layer.ts';

const STEP = 0.5;
const LARGE_STEP = 5;
const ARROWS: Record<string, readonly [right: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export interface KeyHooks {
  /** Degrees on screen. */
  nudge(key: string, right: number, up: number): void;
  remove(key: string): void;
  leave(key: string): void;
  signal: AbortSignal;
}

/** Arrow keys move the focused handle by half a degree, with Shift by five. Delete removes it, Escape goes back to the view. */
export function attachKeys(layer: HandleLayer, hooks: KeyHooks): void {
  layer.element.addEventListener(
    'keydown',
    (event) => {
      const key = layer.keyOf(event.target);
      if (key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const arrow = ARROWS[event.key];
      const step = event.shiftKey ? LARGE_STEP : STEP;
      if (arrow) hooks.nudge(key, arrow[0] * step, arrow[1] * step);
      else if (event.key === 'Delete' || event.key === 'Backspace') hooks.remove(key);
      else if (event.key === 'Escape') hooks.leave(key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal: hooks.signal },
  );
}
