import { type RefObject, useEffect } from 'react';

/** While an element covers the bottom of the page: lets the end scroll above it, and focused elements stay visible. */
export function useBottomInset(element: RefObject<HTMLElement | null>, isOver: boolean): void {
  useEffect(() => {
    const cover = element.current;
    if (cover === null || !isOver) return;
    const { documentElement: root, body } = document;
    const observer = new ResizeObserver(() => {
      // Its final position, also during its animation.
      const height = `${root.clientHeight - cover.offsetTop}px`;
      root.style.scrollPaddingBottom = height;
      root.style.setProperty('--bottom-inset', height);
      // On a page that fits, padding would add a scrollbar and shift everything.
      if (root.scrollHeight > root.clientHeight) body.style.paddingBottom = height;
    });
    observer.observe(cover);
    return () => {
      observer.disconnect();
      root.style.scrollPaddingBottom = '';
      root.style.removeProperty('--bottom-inset');
      body.style.paddingBottom = '';
    };
  }, [element, isOver]);
}
