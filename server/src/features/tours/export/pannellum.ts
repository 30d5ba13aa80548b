import {
  type Arrival,
  type Direction,
  directionOf,
  type Hotspot,
  horizontalFov,
  hotspotDirection,
  type Matrix,
  poseMatrix,
  type Tour,
  type TourScene,
  turn,
  vectorOf,
} from '@oriel/contract';
import { horizonMatrix, horizonOf } from '../import/pannellum-pose.ts';
import { present, REFERENCE_ASPECT } from '../import/values.ts';

/** The URL of the picture of a scene, as the exported tour shall name it. */
export type PictureUrl = (assetId: string) => string;

interface PannellumSpot {
  id: string;
  type: 'scene' | 'info';
  yaw: number;
  pitch: number;
  text: string;
  sceneId?: string;
  targetYaw?: number | 'sameAzimuth';
  targetPitch?: number;
  targetHfov?: number;
  URL?: string;
}

/** From a picture's own frame into the level one, in which Pannellum states angles. */
const inLevelFrame = (horizon: Matrix, direction: Direction) =>
  directionOf(turn(horizon, vectorOf(direction)));

const hfovOf = (fov: number) => horizontalFov(fov, REFERENCE_ASPECT);

function frameOf({ pose }: TourScene) {
  const { horizonPitch, horizonRoll, northOffset } = horizonOf(poseMatrix(pose));
  return {
    horizon: horizonMatrix(horizonPitch, horizonRoll),
    fields: { horizonPitch, horizonRoll, ...(pose.heading !== undefined && { northOffset }) },
  };
}

function arrivalOf(arrive: Arrival | undefined, target: TourScene | undefined): Partial<PannellumSpot> {
  if (arrive === 'same-heading') return { targetYaw: 'sameAzimuth' };
  if (typeof arrive !== 'object' || target === undefined) return {};
  const { yaw, pitch } = inLevelFrame(frameOf(target).horizon, arrive);
  return { targetYaw: yaw, targetPitch: pitch, targetHfov: hfovOf(arrive.fov) };
}

function spotOf(
  spot: Hotspot,
  horizon: Matrix,
  scenes: ReadonlyMap<string, TourScene>,
): PannellumSpot | undefined {
  const { id, label } = spot;
  const at = { id, ...inLevelFrame(horizon, hotspotDirection(spot)) };
  if (spot.kind === 'door' && spot.target !== undefined)
    return {
      ...at,
      type: 'scene',
      text: label,
      sceneId: spot.target,
      ...arrivalOf(spot.arrive, scenes.get(spot.target)),
    };
  if (spot.kind === 'info') return { ...at, type: 'info', text: spot.text ?? label };
  if (spot.kind === 'link' || spot.kind === 'book')
    return { ...at, type: 'info', text: label, ...(spot.target !== undefined && { URL: spot.target }) };
  return undefined;
}

/** What of a scene Pannellum cannot say. */
function lossesOf(scene: TourScene): string[] {
  const { id, hotspots, looks, lights, sounds, captions } = scene;
  const named = (what: string, count: number) => (count > 0 ? [`Scene "${id}": ${count} ${what}.`] : []);
  const ofKind = (...kinds: Hotspot['kind'][]) => hotspots.filter(({ kind }) => kinds.includes(kind)).length;
  const ofFilms = hotspots.flatMap((spot) => (spot.kind === 'film' && spot.captions) || []);
  return [
    ...named('pictures, films and sounds', ofKind('picture', 'film', 'sound') + sounds.length),
    ...named(
      'outlines of areas, which became points',
      hotspots.filter(({ outline }) => outline !== undefined).length,
    ),
    ...named('bookings, which became links', ofKind('book')),
    ...named(
      'labels of information, of which the text remains',
      hotspots.filter((spot) => spot.kind === 'info' && spot.text).length,
    ),
    ...named(
      'doors that look away from the way back',
      hotspots.filter((spot) => spot.kind === 'door' && spot.arrive === 'through').length,
    ),
    ...named('looks', looks.length),
    ...named('pictures in other lights', lights?.filter(({ media }) => media !== undefined).length ?? 0),
    ...named('tracks of captions', [...captions, ...ofFilms].length),
    ...(scene.kind === 'film' ? [`Scene "${id}": it is a film.`] : []),
    ...(scene.stereo !== 'mono' ? [`Scene "${id}": its second eye.`] : []),
    ...(scene.adjust || scene.nadir || scene.place || scene.description
      ? [`Scene "${id}": description, adjustments, nadir and place.`]
      : []),
  ];
}

/** A tour as a JSON document of Pannellum, and what that cannot say. */
export function exportPannellum(tour: Tour, pictureUrl: PictureUrl): { config: object; losses: string[] } {
  const byId = new Map(tour.scenes.map((scene) => [scene.id, scene]));
  const scenes = tour.scenes.map((scene) => {
    const { horizon, fields } = frameOf(scene);
    const { yaw, pitch } = inLevelFrame(horizon, scene.view);
    const { minYaw, maxYaw, minPitch, maxPitch, minFov, maxFov } = scene.limits ?? {};
    const limits = present({
      minYaw,
      maxYaw,
      minPitch,
      maxPitch,
      minHfov: minFov && hfovOf(minFov),
      maxHfov: maxFov && hfovOf(maxFov),
    });
    const config = {
      type: 'equirectangular',
      title: scene.title,
      panorama: pictureUrl(scene.media),
      ...fields,
      yaw,
      pitch,
      hfov: hfovOf(scene.view.fov),
      ...limits,
      hotSpots: scene.hotspots.flatMap((spot) => spotOf(spot, horizon, byId) ?? []),
    };
    return [scene.id, config] as const;
  });
  const losses = tour.scenes.flatMap(lossesOf);
  if (tour.plans.length > 0) losses.push('The plans.');
  if (tour.guide !== undefined) losses.push('The guided tour.');
  if (tour.previewScenes !== undefined) losses.push('Which scenes everybody may see.');
  return { config: { default: { firstScene: tour.start }, scenes: Object.fromEntries(scenes) }, losses };
}
