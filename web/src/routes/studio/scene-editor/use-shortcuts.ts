import { useEffect, useRef } from 'react';

/** Where letters are typed, which browsers undo themselves. */
const TYPING = 'input, textarea, select, [contenteditable]';

interface Shortcuts {
  undo(): void;
  redo(): void;
  /** Escape, where nothing else has taken it. */
  escape(): void;
  /** Delete, where no field and no handle has taken it. */
  remove(): void;
}

/** The keys of the whole editor; none of them while a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape') {
        latest.current.escape();
        return;
      }
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (isTyping || event.altKey) return;
      if (event.key === 'Delete') {
        latest.current.remove();
        return;
      }
      if (!(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key === 'y' || (key === 'z' && event.shiftKey)) latest.current.redo();
      else if (key === 'z') latest.current.undo();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
