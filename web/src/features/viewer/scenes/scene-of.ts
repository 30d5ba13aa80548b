import type { SceneDetail, TourView } from '@oriel/contract';
import { poseMatrix } from '@oriel/contract/shared/tour/pose';
import type { Scene, ViewLimits } from '@oriel/viewer';
import { DEGREE, inRadians } from './angles.ts';
import { lightSpots } from './light-spots.ts';
import { spotsOf } from './spots.ts';

function limitsInRadians(limits: NonNullable<SceneDetail['limits']>): ViewLimits {
  const entries = Object.entries(limits).flatMap(([name, degrees]) =>
    degrees === undefined ? [] : [[name, degrees * DEGREE]],
  );
  return Object.fromEntries(entries);
}

/** Our own media are requested from the host that served the page: its policy allows no other. */
export function pathOnOrigin(media: string, origin: string): string {
  const url = new URL(media, origin);
  return url.origin === origin ? url.pathname + url.search : url.href;
}

interface Choice {
  /** The first view, if not the scene's own. */
  view?: TourView | undefined;
  /** In which it is shown, if it has that one. */
  lightId?: string | undefined;
}

/** A scene of a tour as the viewer takes it. */
export function sceneOf(
  detail: SceneDetail,
  origin: string,
  { view = detail.view, lightId }: Choice = {},
): Scene {
  const { kind, pose, stereo, coverage, limits, adjust, nadir } = detail;
  const light = lightOf(detail, lightId);
  const { url = detail.url, panorama = detail.panorama } = light ?? {};
  const hotspots = spotsOf(detail, lightId);
  const placed = {
    initialView: inRadians(view),
    pose: poseMatrix(pose),
    stereo,
    coverage,
    limits: limits && limitsInRadians(limits),
    adjust,
    nadir: nadir && {
      ...nadir,
      radius: nadir.radius * DEGREE,
      image: nadir.image && pathOnOrigin(nadir.image, origin),
    },
    hotspots,
    headsetHotspots: light && [...hotspots, ...lightSpots(detail, light.id)],
  };
  const src = pathOnOrigin(url, origin);
  if (kind === 'film')
    return { ...placed, kind: 'video', sources: [{ src }], poster: panorama.poster, loop: true };
  return { ...placed, kind: 'photo', preview: panorama.preview, tiles: panorama.tiles, image: src };
}

type SceneLight = NonNullable<SceneDetail['lights']>[number];

/** The light in which a scene is shown: the chosen one if it has it, else that of its own picture. */
export function lightOf({ lights }: SceneDetail, chosen: string | undefined): SceneLight | undefined {
  return lights?.find(({ id }) => id === chosen) ?? lights?.find(({ url }) => url === undefined);
}

/** When the picture of a scene in a light was taken, if that is known. */
export function capturedAtOf(detail: SceneDetail, lightId: string | undefined): string | undefined {
  return lightOf(detail, lightId)?.capturedAt ?? detail.capturedAt;
}
