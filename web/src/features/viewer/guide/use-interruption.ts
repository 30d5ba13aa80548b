import { type RefObject, useEffect } from 'react';

const INPUT = ['pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin'] as const;
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/** These turn the view wherever the focus is. */
const TURNING = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', '+', '=', '-', '_']);

/** Calls `pause` on any input outside of the guide's own panel, on keys that turn the view, and when the page is hidden. @returns what ends it */
export function watchInput(
  isInPanel: (target: EventTarget | null) => boolean,
  pause: () => void,
): () => void {
  const ended = new AbortController();
  const options = { capture: true, passive: true, signal: ended.signal };
  const onInput = (event: Event) => {
    const key = 'key' in event ? String(event.key) : '';
    if (TURNING.has(key) || !(MODIFIERS.has(key) || isInPanel(event.target))) pause();
  };
  for (const type of INPUT) document.addEventListener(type, onInput, options);
  document.addEventListener('visibilitychange', () => document.hidden && pause(), options);
  return () => ended.abort();
}

interface Reactions {
  isPlaying: boolean;
  pause: () => void;
  end: () => void;
}

/** Input pauses the guided tour, Escape ends it. */
export function useInterruption(
  panel: RefObject<HTMLElement | null>,
  { isPlaying, pause, end }: Reactions,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest('dialog');
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) end();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [end]);

  useEffect(() => {
    if (!isPlaying) return;
    return watchInput((target) => target instanceof Node && panel.current?.contains(target) === true, pause);
  }, [isPlaying, pause, panel]);
}
