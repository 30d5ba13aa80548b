import { useEffect, useState } from 'react';

/** Whether this device may show tours in a headset, so that it is worth loading what that takes. */
export function useHeadsetChance(hasGyroscope: boolean): boolean {
  const [hasHeadset, setHasHeadset] = useState(false);
  useEffect(() => {
    const { xr }: { xr?: { isSessionSupported(mode: string): Promise<boolean> } } = navigator as object;
    // Rejected in frames that may not.
    xr?.isSessionSupported('immersive-vr').then(setHasHeadset, () => undefined);
  }, []);
  return hasHeadset || hasGyroscope;
}
