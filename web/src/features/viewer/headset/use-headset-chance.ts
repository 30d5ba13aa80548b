import { useEffect, useState } from 'react';

/** Whether the URL asks what WebXR can do here: `?xr-report`. */
export const isReportAsked = (): boolean => new URLSearchParams(location.search).has('xr-report');

/** Whether this device may show tours in a headset, so that it is worth loading what that takes, or is asked whether it may. */
export function useHeadsetChance(hasGyroscope: boolean): boolean {
  const [hasHeadset, setHasHeadset] = useState(false);
  useEffect(() => {
    if (isReportAsked()) return setHasHeadset(true);
    const { featurePolicy }: { featurePolicy?: { allowsFeature(name: string): boolean } } =
      document as object;
    // Frames that may not are asked nothing: that alone is an error in their console.
    if (featurePolicy?.allowsFeature('xr-spatial-tracking') === false) return;
    const { xr }: { xr?: { isSessionSupported(mode: string): Promise<boolean> } } = navigator as object;
    xr?.isSessionSupported('immersive-vr').then(setHasHeadset, () => undefined);
  }, []);
  return hasHeadset || hasGyroscope;
}
