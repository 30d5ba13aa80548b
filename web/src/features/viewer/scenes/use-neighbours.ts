import type { SceneDetail, TourOutline } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { useEffect, useRef } from 'react';
import { savesData } from '../saving/data-saver.ts';
import { sceneOf } from './scene-of.ts';

/** Once the scene in view is sharp, loads what its doors and a guided tour lead to, so that they open without waiting. */
export function useNeighbours(
  viewer: Viewer | null,
  {
    current,
    next,
    tour,
    origin,
    fetchScene,
    lightId,
  }: {
    current: SceneDetail;
    /** Where a guided tour goes next, which need not be behind a door. */
    next?: string | undefined;
    tour: TourOutline;
    origin: string;
    fetchScene: (id: string) => Promise<SceneDetail>;
    lightId: string | undefined;
  },
): void {
  const sharp = useRef<SceneDetail>(undefined);
  useEffect(() => {
    if (viewer === null) return;
    const open = new Set(tour.scenes.filter(({ isOpen }) => isOpen).map(({ id }) => id));
    const doors = current.hotspots.flatMap(({ kind, target }) => (kind === 'door' && target ? target : []));
    const ids = [...new Set(next ? [next, ...doors] : doors)].filter((id) => open.has(id));
    let isGone = false;
    const prepare = async () => {
      if (savesData()) return;
      const details = await Promise.all(ids.map((id) => fetchScene(id).catch(() => undefined)));
      if (isGone) return;
      viewer.prepare(details.flatMap((detail) => (detail ? sceneOf(detail, origin, { lightId }) : [])));
    };
    const off = viewer.on('sharp', () => {
      sharp.current = current;
      void prepare();
    });
    if (next && sharp.current === current) void prepare();
    return () => {
      isGone = true;
      off();
    };
  }, [viewer, current, next, tour, origin, fetchScene, lightId]);
}
