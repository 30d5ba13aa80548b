let locks = 0;

/**
 * Keeps the page behind a dialog from scrolling. Dialogs may lie above one another: the page scrolls again when the last
 * of them has let go.
 *
 * @returns lets go, once
 */
export function lockScroll(): () => void {
  locks += 1;
  document.documentElement.classList.add('scroll-locked');
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    locks -= 1;
    if (locks === 0) document.documentElement.classList.remove('scroll-locked');
  };
}
