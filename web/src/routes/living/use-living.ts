import { type RefObject, useEffect, useState } from 'react';
import { onIdle } from '../../ui/on-idle.ts';
import { useReducedMotion } from '../../ui/use-media-query.ts';
import { isSavingData } from './use-saves-data.ts';

/** After the page has loaded: the first view and what follows it come first. */
const WAIT_MS = 4000;
/** How much of the picture must be in view. */
const SHARE = 0.4;

const canDraw = () => 'WebGL2RenderingContext' in window;

/** Whether a picture may come alive: once the page has long been loaded and is idle, while the picture is in view. */
export function useLiving(picture: RefObject<HTMLElement | null>): boolean {
  const reducesMotion = useReducedMotion();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const element = picture.current;
    if (reducesMotion || isDue || element === null || isSavingData() || !canDraw()) return;
    let timer: number | undefined;
    let cancel: (() => void) | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) return;
        observer.disconnect();
        cancel = onIdle(() => setDue(true), WAIT_MS);
      },
      { threshold: SHARE },
    );
    const wait = () => {
      timer = window.setTimeout(() => observer.observe(element), WAIT_MS);
    };
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
    return () => {
      removeEventListener('load', wait);
      window.clearTimeout(timer);
      cancel?.();
      observer.disconnect();
    };
  }, [picture, reducesMotion, isDue]);
  return isDue && !reducesMotion;
}
