let locks = 0;

/** Keeps the page from scrolling until the last of stacked dialogs releases its lock. @returns releases it */
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
