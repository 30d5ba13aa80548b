import { type RefObject, useCallback, useEffect, useState } from 'react';

/** @returns `supported` is false on the server and where the browser lacks it (Safari on phones) */
export function useFullscreen(element: RefObject<HTMLElement | null>) {
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
      : element.current?.requestFullscreen();
    change?.catch((error: unknown) => console.warn('Full screen was refused.', error));
  }, [element]);

  return { active, supported, toggle };
}
