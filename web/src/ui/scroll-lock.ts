let locks = 0;

/**
 * Keeps the page behind a dialog from scrolling. Dialogs may be stacked: the page scrolls again when the last
 * lock is released.
 *
 * @returns releases the lock, once
 */
export function lockScroll(): () => void {
  locks += 1;
  const root = document.documentElement;
  // Reserves the scrollbar's width, if there is one, so that the page does not jump.
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
