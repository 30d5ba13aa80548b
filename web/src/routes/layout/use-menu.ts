import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

const ITEMS = '[role="menuitem"]';

/** A menu button's behaviour (WAI-ARIA). Escape and a press outside close the menu; the focus returns to the button. */
export function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const startAt = useRef<'first' | 'last'>('first');

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];

  useEffect(() => {
    if (!isOpen) return;
    const items = [...(root.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
    items.at(startAt.current === 'first' ? 0 : -1)?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const open = (from: 'first' | 'last') => {
    startAt.current = from;
    setOpen(true);
  };

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const focused = document.activeElement;
    const index = focused instanceof HTMLElement ? all.indexOf(focused) : -1;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const isDown = event.key === 'ArrowDown';
      if (!isOpen) open(isDown ? 'first' : 'last');
      else if (index === -1) all.at(isDown ? 0 : -1)?.focus();
      else all.at((index + (isDown ? 1 : -1)) % all.length)?.focus();
    } else if (isOpen && (event.key === 'Home' || event.key === 'End')) {
      event.preventDefault();
      all.at(event.key === 'Home' ? 0 : -1)?.focus();
    } else if (isOpen && event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  };

  /** Tab leaves the menu and closes it. */
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget !== null && !root.current?.contains(event.relatedTarget)) setOpen(false);
  };

  return {
    isOpen,
    close,
    rootProps: { ref: root, onKeyDown, onBlur },
    buttonProps: {
      ref: button,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onClick: () => (isOpen ? close() : open('first')),
    },
  } as const;
}
