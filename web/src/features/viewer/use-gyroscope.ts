import { hasGyroscope, type Viewer } from '@oriel/viewer';
import { type RefObject, useCallback, useEffect, useState } from 'react';

/** @returns `available` where the device has a sensor and this page is not in a frame */
export function useGyroscope(viewer: RefObject<Viewer | null>) {
  const [available, setAvailable] = useState(false);
  const [active, setActive] = useState(false);

  useEffect(() => {
    if (window.self !== window.top) return;
    let gone = false;
    void hasGyroscope().then((has) => !gone && setAvailable(has));
    return () => {
      gone = true;
    };
  }, []);

  const toggle = useCallback(async () => {
    if (active) {
      viewer.current?.disableGyroscope();
      setActive(false);
      return;
    }
    const granted = (await viewer.current?.enableGyroscope()) ?? false;
    if (!granted) console.warn('The orientation sensor was denied.');
    setActive(granted);
  }, [viewer, active]);

  return { available, active, toggle };
}
