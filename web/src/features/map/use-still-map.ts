import { type RefObject, useEffect } from 'react';
import { type Colours, coloursOf, drawLand, fitCanvas } from './draw.ts';
import type { Camera, Size } from './geometry.ts';
import { loadLand } from './land.ts';

export interface StillMap extends ReturnType<typeof fitCanvas> {
  context: CanvasRenderingContext2D;
  camera: Camera;
  colours: Colours;
}

/**
 * A map that nobody moves, drawn once it comes near the screen, and again in another size or other colours.
 *
 * @param cameraFor what a map of this size shows
 * @param onDrawn called when the land has been drawn
 */
export function useStillMap(
  canvas: RefObject<HTMLCanvasElement | null>,
  cameraFor: (size: Size) => Camera,
  onDrawn: (map: StillMap) => void,
): void {
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    let isGone = false;
    let land: Path2D | undefined;
    const draw = () => {
      if (land === undefined) return;
      const surface = { context, ...fitCanvas(element) };
      const camera = cameraFor(surface.size);
      const colours = coloursOf(element);
      drawLand(surface, camera, land, colours);
      onDrawn({ ...surface, camera, colours });
    };
    const resizing = new ResizeObserver(draw);
    const theming = new MutationObserver(draw);
    const arriving = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) return;
        arriving.disconnect();
        loadLand().then(
          (loaded) => {
            if (isGone) return;
            land = loaded;
            resizing.observe(element);
          },
          (error: unknown) => console.warn('The map could not be drawn.', error),
        );
      },
      { rootMargin: '200px' },
    );
    arriving.observe(element);
    theming.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      isGone = true;
      arriving.disconnect();
      resizing.disconnect();
      theming.disconnect();
    };
  }, [canvas, cameraFor, onDrawn]);
}
