import type { StudioAsset, TourScene, TourView } from '@oriel/contract';
import { poseMatrix } from '@oriel/contract/shared/tour/pose';
import type { Scene, ViewLimits } from '@oriel/viewer';
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../../api.ts';

export const DEGREE = Math.PI / 180;

export async function fetchAsset(workspace: string, asset: string): Promise<StudioAsset> {
  return (await api('GET /api/studio/assets/:asset', { query: { workspace }, params: { asset } })).data;
}

/** A ready file of the workspace. It is asked for once: the viewer renews its URLs itself. */
export const useAsset = (workspace: string, asset: string | undefined) =>
  useQuery({
    queryKey: ['studio-asset', workspace, asset] as const,
    queryFn: asset === undefined ? skipToken : () => fetchAsset(workspace, asset),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: 1,
  });

/** What of a scene decides how its picture is shown. North does not. */
export type ShownScene = Pick<TourScene, 'kind' | 'stereo' | 'coverage' | 'pose'>;

/** The limits of visitors' views. */
export const limitsInRadians = (limits: NonNullable<TourScene['limits']>): ViewLimits =>
  Object.fromEntries(
    Object.entries(limits).flatMap(([name, degrees]) =>
      degrees === undefined ? [] : [[name, degrees * DEGREE]],
    ),
  );

/** A scene as the viewer takes it, for those who make tours: all of its picture. */
export function viewerScene(
  { url, panorama }: Pick<StudioAsset, 'url' | 'panorama'>,
  { kind, stereo, coverage, pose }: ShownScene,
  { yaw, pitch, fov }: TourView,
): Scene {
  const placed = {
    initialView: { yaw: yaw * DEGREE, pitch: pitch * DEGREE, fov: fov * DEGREE },
    pose: poseMatrix({ pitch: pose.pitch, roll: pose.roll }),
    stereo,
    coverage,
  };
  if (kind === 'film')
    return { ...placed, kind: 'video', sources: [{ src: url }], poster: panorama.poster, loop: true };
  return { ...placed, kind: 'photo', preview: panorama.preview, tiles: panorama.tiles, image: url };
}
