import { TOUR_LIMITS, type TourInput } from '@oriel/contract';
import type { Manifest, MediaContent } from '../../media/service.ts';
import type { HotspotInput, ImportedScene, ImportedTour, ImportReport } from './draft.ts';
import { Slugs } from './values.ts';

type SceneInput = TourInput['scenes'][number];

/** The limits of a scene, so that the black around a part of the sphere is never seen. */
function limitsOf({ source, limits }: ImportedScene, { sphere }: Manifest): SceneInput['limits'] {
  if (sphere?.part !== undefined) return { ...sphere.part, ...limits };
  if (source.kind !== 'whole' || source.part === undefined) return limits;
  const { minYaw, maxYaw, minPitch, maxPitch } = source.part;
  return {
    ...(maxYaw - minYaw < 360 && { minYaw, maxYaw }),
    ...(maxPitch - minPitch < 180 && { minPitch, maxPitch }),
    ...limits,
  };
}

function hotspotsOf(
  { title, hotspots = [] }: ImportedScene,
  scenes: Slugs,
  taken: ReadonlyMap<string, unknown>,
  ids: Slugs,
  report: ImportReport,
): HotspotInput[] {
  const kept = hotspots.flatMap((spot): HotspotInput[] => {
    const id = ids.fresh(spot.id);
    if (spot.kind !== 'door') return [{ ...spot, id }];
    if (spot.target === undefined || !taken.has(spot.target)) {
      report.leftOut.push(`Scene "${title}": the door "${spot.label}", whose scene is not here.`);
      return [];
    }
    return [{ ...spot, id, target: scenes.of(spot.target) }];
  });
  if (kept.length > TOUR_LIMITS.hotspotsPerScene)
    report.leftOut.push(`Scene "${title}": the hotspots after the first ${TOUR_LIMITS.hotspotsPerScene}.`);
  return kept.slice(0, TOUR_LIMITS.hotspotsPerScene);
}

/** The document of an imported tour, and a slug for its experience. @param taken the media of its scenes, by their ids */
export function buildDocument(
  { title, start, scenes: imported }: ImportedTour,
  taken: ReadonlyMap<string, { assetId: string; content: Pick<MediaContent, 'kind' | 'manifest'> }>,
  report: ImportReport,
): { slug: string; tour: TourInput } {
  const slugs = new Slugs();
  const ids = new Slugs();
  const scenes = imported.flatMap((scene): SceneInput[] => {
    const media = taken.get(scene.id);
    if (media === undefined) return [];
    const { source: _, limits: __, ...rest } = scene;
    const { manifest } = media.content;
    const limits = limitsOf(scene, manifest);
    const { pose, proposedPose } = manifest.sphere ?? {};
    if ((pose ?? proposedPose) !== undefined && scene.pose === undefined)
      report.leftOut.push(`Scene "${scene.title}": how the camera was held, by its own account.`);
    return [
      {
        ...rest,
        id: slugs.of(scene.id),
        media: media.assetId,
        kind: media.content.kind === 'video' ? 'film' : 'photo',
        ...(manifest.stereo !== undefined && { stereo: manifest.stereo }),
        ...(limits !== undefined && { limits }),
        hotspots: hotspotsOf(scene, slugs, taken, ids, report),
      },
    ];
  });
  const first = taken.has(start) ? slugs.of(start) : (scenes[0]?.id ?? '');
  const base = new Slugs().of(title);
  // The same place of a URL also takes numeric ids.
  return { slug: /[a-z]/.test(base) ? base : `tour-${base}`, tour: { version: 1, start: first, scenes } };
}
