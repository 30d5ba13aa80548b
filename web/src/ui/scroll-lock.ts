let locks = 0;

/**
 * Keeps the page behind a dialog from scrolling. Dialogs may lie above one another: the page scrolls again when the last
 * of them has let go.
 *
 * @returns lets go, once
 */
export function lockScroll(): () => void {
  locks += 1;
  const root = document.documentElement;
  // The scrollbar's room is kept, lest the page jump; where there is no scrollbar, there is no room to keep.
  if (locks === 1 && window.innerWidth === root.clientWidth) root.style.scrollbarGutter = 'auto';
  root.classList.add('scroll-locked');
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    locks -= 1;
    if (locks > 0) return;
    root.classList.remove('scroll-locked');
    root.style.scrollbarGutter = '';
  };
}
