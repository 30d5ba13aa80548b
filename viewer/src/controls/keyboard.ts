import type { Camera } from './camera.ts';
import type { Turning } from './turning.ts';

const ARROWS: Record<string, readonly [horizontal: number, vertical: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const ZOOM_STEP = 1.12;
/** Where these keys mean something else. */
const OTHER_OWNERS = 'input, textarea, select, [contenteditable], [role=slider], [role=tablist], dialog';

/** Arrow keys turn while held, + and - zoom. */
export function attachKeyboard(
  target: EventTarget,
  camera: Camera,
  turning: Turning,
  signal: AbortSignal,
): void {
  const held = new Set<string>();
  const apply = (): void => {
    let horizontal = 0;
    let vertical = 0;
    for (const key of held) {
      horizontal += ARROWS[key]?.[0] ?? 0;
      vertical += ARROWS[key]?.[1] ?? 0;
    }
    turning.set(horizontal, vertical);
  };
  const onDown = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(OTHER_OWNERS)) return;
    if (event.key in ARROWS) {
      held.add(event.key);
      if (!event.repeat) apply();
    } else if (event.key === '+' || event.key === '=') {
      camera.zoomBy(ZOOM_STEP);
    } else if (event.key === '-' || event.key === '_') {
      camera.zoomBy(1 / ZOOM_STEP);
    } else {
      return;
    }
    event.preventDefault();
  };
  const onUp = (event: Event): void => {
    if (event instanceof KeyboardEvent && held.delete(event.key)) apply();
  };
  const onBlur = (): void => {
    if (held.size === 0) return;
    held.clear();
    apply();
  };
  target.addEventListener('keydown', onDown, { signal });
  target.addEventListener('keyup', onUp, { signal });
  target.addEventListener('blur', onBlur, { signal });
  addEventListener('blur', onBlur, { signal });
}
