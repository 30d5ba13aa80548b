import type { TourScene } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { type SceneRetouch, showRetouch } from '@oriel/viewer/retouch';
import { useEffect, useRef } from 'react';
import { DEGREE, useAsset } from './assets.ts';

/** Has the viewer draw a scene's adjustment, and the disc over its nadir, as they are edited. */
export function useRetouch(
  viewer: Viewer | null,
  workspace: string,
  { adjust, nadir }: Pick<TourScene, 'adjust' | 'nadir'>,
): void {
  const { data: image } = useAsset(workspace, nadir?.image);
  const { radius = 0, colour } = nadir ?? {};
  const wanted = {
    adjust,
    nadir: nadir && { radius: radius * DEGREE, colour, image: nadir.image && image?.url },
  };
  const latest = useRef(wanted);
  latest.current = wanted;
  const retouch = useRef<SceneRetouch>(undefined);
  useEffect(() => {
    if (viewer) retouch.current = showRetouch(viewer, () => latest.current);
  }, [viewer]);
  const { exposure, contrast, warmth } = adjust ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what it draws
  useEffect(() => {
    retouch.current?.update();
  }, [viewer, exposure, contrast, warmth, radius, colour, wanted.nadir?.image]);
}
