import { useEffect, useState } from 'react';

/** Whether this device may show tours in a headset, so that it is worth loading what that takes. */
export function useHeadsetChance(hasGyroscope: boolean): boolean {
  const [hasHeadset, setHasHeadset] = useState(false);
  useEffect(() => {
    const { featurePolicy }: { featurePolicy?: { allowsFeature(name: string): boolean } } =
      document as object;
    // Frames that may not are asked nothing: that alone is an error in their console.
    if (featurePolicy?.allowsFeature('xr-spatial-tracking') === false) return;
    const { xr }: { xr?: { isSessionSupported(mode: string): Promise<boolean> } } = navigator as object;
    xr?.isSessionSupported('immersive-vr').then(setHasHeadset, () => undefined);
  }, []);
  return hasHeadset || hasGyroscope;
}
