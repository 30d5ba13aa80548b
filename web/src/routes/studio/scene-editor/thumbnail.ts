import type { StudioMedia, TourScene, TourView } from '@oriel/contract';
import { useEffect } from 'react';
import { useMediaList } from '../files/media-list.ts';

/** Width by height. */
export const ASPECT = 1.6;

/** Where the background of a small picture lies, so that it shows a view of an equirectangular picture that repeats sideways. */
export function backgroundOf({ yaw, pitch, fov }: TourView): {
  backgroundSize: string;
  backgroundPosition: string;
} {
  const height = 180 / fov;
  const width = 2 * height;
  const place = (size: number, frame: number, share: number) => (frame / 2 - size * share) / (frame - size);
  const x = place(width, ASPECT, 0.5 + yaw / 360);
  const y = Math.min(1, Math.max(0, place(height, 1, 0.5 - pitch / 180)));
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`;
  return { backgroundSize: `auto ${percent(height)}`, backgroundPosition: `${percent(x)} ${percent(y)}` };
}

/** The files of the workspace by what documents call them; older pages are loaded until all that are wanted are there. */
export function useFiles(workspace: string, scenes: readonly TourScene[]): ReadonlyMap<string, StudioMedia> {
  const { media = [], hasNextPage, isFetchingNextPage, fetchNextPage } = useMediaList(workspace);
  const files = new Map(media.flatMap((one) => (one.asset === null ? [] : [[one.asset, one] as const])));
  const isMissing = scenes.some((scene) => !files.has(scene.media));
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return files;
}
