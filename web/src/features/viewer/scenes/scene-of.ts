import type { SceneDetail, TourView } from '@oriel/contract';
import { poseMatrix } from '@oriel/contract/shared/tour/pose';
import { DEGREE, type Scene, type ViewLimits } from '@oriel/viewer';
import { inRadians } from './angles.ts';
import { spotsOf } from './spots.ts';

function limitsInRadians(limits: NonNullable<SceneDetail['limits']>): ViewLimits {
  const entries = Object.entries(limits).flatMap(([name, degrees]) =>
    degrees === undefined ? [] : [[name, degrees * DEGREE]],
  );
  return Object.fromEntries(entries);
}

/** Our own media are requested from the host that served the page: its policy allows no other. */
function pathOnOrigin(media: string, origin: string): string {
  const url = new URL(media, origin);
  return url.origin === origin ? url.pathname + url.search : url.href;
}

/** A scene of a tour as the viewer takes it. @param view the first view, if not the scene's own */
export function sceneOf(detail: SceneDetail, origin: string, view: TourView = detail.view): Scene {
  const { kind, url, panorama, pose, stereo, coverage, limits } = detail;
  const placed = {
    initialView: inRadians(view),
    pose: poseMatrix(pose),
    stereo,
    coverage,
    limits: limits && limitsInRadians(limits),
    hotspots: spotsOf(detail),
  };
  const src = pathOnOrigin(url, origin);
  if (kind === 'film')
    return { ...placed, kind: 'video', sources: [{ src }], poster: panorama.poster, loop: true };
  return { ...placed, kind: 'photo', preview: panorama.preview, tiles: panorama.tiles, image: src };
}
