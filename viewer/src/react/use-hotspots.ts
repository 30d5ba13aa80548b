import { useEffect, useRef } from 'react';
import type { HotspotOptions, Hotspots } from '../hotspots/index.ts';
import type { Viewer } from '../viewer.ts';

/** Shows the hotspots of the viewer's scenes while there are options. Their script is loaded with the first that asks. */
export function useHotspots(viewer: Viewer | null, options: HotspotOptions | undefined): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const isShown = options !== undefined;
  const label = options?.label;
  const letterKeys = options?.letterKeys;

  useEffect(() => {
    if (!viewer || !isShown) return;
    let hotspots: Hotspots | undefined;
    let isWanted = true;
    import('../hotspots/index.ts').then(
      ({ showHotspots }) => {
        if (!isWanted) return;
        hotspots = showHotspots(viewer, {
          label,
          letterKeys,
          onHotspot: (id, event) => latest.current?.onHotspot?.(id, event),
          name: (hotspot, view) => latest.current?.name?.(hotspot, view) ?? hotspot.label,
        });
      },
      // Without its script a tour still shows its pictures.
      () => undefined,
    );
    return () => {
      isWanted = false;
      hotspots?.destroy();
    };
  }, [viewer, isShown, label, letterKeys]);
}
