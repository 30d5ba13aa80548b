import { useCallback, useEffect, useState } from 'react';

/**
 * Of the whole document, so that it lasts from tour to tour.
 *
 * @returns `supported` is false on the server and where the browser lacks it (Safari on phones)
 */
export function useFullscreen() {
  const [active, setActive] = useState(false);
  const [supported, setSupported] = useState(false);

  useEffect(() => {
    setSupported(document.fullscreenEnabled);
    const update = () => setActive(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);

  const toggle = useCallback(() => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    change.catch((error: unknown) => console.warn('Full screen was refused.', error));
  }, []);

  return { active, supported, toggle };
}
