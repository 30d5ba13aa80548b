import { useEffect } from 'react';
import type { Viewer } from '../viewer.ts';

/** Draws the adjustments of the viewer's scenes. Their script is loaded with the first scene that has one. */
export function useRetouch(viewer: Viewer | null): void {
  useEffect(() => {
    if (!viewer) return;
    const stop = viewer.on('ready', () => {
      const { adjust, nadir } = viewer.parts.camera.scene;
      if (!adjust && !nadir) return;
      stop();
      import('../retouch/index.ts').then(
        ({ showRetouch }) => showRetouch(viewer),
        // Without its script a tour still shows its pictures.
        () => undefined,
      );
    });
    return stop;
  }, [viewer]);
}
