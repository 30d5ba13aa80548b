import { type RefObject, useEffect } from 'react';

const INPUT = ['pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin'] as const;
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);

interface Reactions {
  isPlaying: boolean;
  pause: () => void;
  end: () => void;
}

/** Any input outside of the guide's own panel pauses the tour, a hidden page too; Escape ends it. */
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
    const onInput = (event: Event) => {
      if (event.target instanceof Node && panel.current?.contains(event.target)) return;
      if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return;
      pause();
    };
    const onHidden = () => document.hidden && pause();
    for (const type of INPUT) document.addEventListener(type, onInput, { capture: true, passive: true });
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      for (const type of INPUT) document.removeEventListener(type, onInput, { capture: true });
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, [isPlaying, pause, panel]);
}
