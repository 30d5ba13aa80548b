import type { Viewer } from '@oriel/viewer';
import { takeSnapshot } from '@oriel/viewer/snapshot';
import { type RefObject, useEffect, useState } from 'react';

/** The least width of a picture that is sent around, in pixels. */
const MIN_WIDTH = 1600;

export interface Snapshot {
  image: Blob;
  /** Shows it as long as the component is there. */
  url: string;
  hasHotspots: boolean;
}

/** A picture of what the viewer shows; null when none could be taken. The one of before stays until the next is there. */
export function useSnapshot(
  viewer: RefObject<Viewer | null>,
  hotspots: boolean,
): Snapshot | null | undefined {
  const [snapshot, setSnapshot] = useState<Snapshot | null>();
  useEffect(() => {
    const { current } = viewer;
    if (current === null) return setSnapshot(null);
    let url: string | undefined;
    let isGone = false;
    const width = Math.max(MIN_WIDTH, Math.round(innerWidth * devicePixelRatio));
    takeSnapshot(current, { width, hotspots }).then(
      (image) => {
        if (isGone) return;
        url = image && URL.createObjectURL(image);
        setSnapshot(image && url ? { image, url, hasHotspots: hotspots } : null);
      },
      () => !isGone && setSnapshot(null),
    );
    return () => {
      isGone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [viewer, hotspots]);
  return snapshot;
}
