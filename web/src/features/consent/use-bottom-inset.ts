import { type RefObject, useEffect } from 'react';

/**
 * While something lies over the foot of the page: lets the page scroll so far that its end can be read above it, and keeps
 * what gets the focus from being hidden behind it. Nothing that is in view moves.
 *
 * @param isOver whether it lies there at all
 */
export function useBottomInset(element: RefObject<HTMLElement | null>, isOver: boolean): void {
  useEffect(() => {
    const cover = element.current;
    if (cover === null || !isOver) return;
    const { documentElement: root, body } = document;
    const observer = new ResizeObserver(() => {
      // Where it comes to rest, also while it is still moving there.
      const height = `${root.clientHeight - cover.offsetTop}px`;
      root.style.scrollPaddingBottom = height;
      // On a page that fits, room below would bring a scrollbar, and that would move everything.
      if (root.scrollHeight > root.clientHeight) body.style.paddingBottom = height;
    });
    observer.observe(cover);
    return () => {
      observer.disconnect();
      root.style.scrollPaddingBottom = '';
      body.style.paddingBottom = '';
    };
  }, [element, isOver]);
}
