import type { SceneLight, StudioMedia, TourScene } from '@oriel/contract';
import { TOUR_LIMITS } from '@oriel/contract/shared/tour/limits';
import { moved } from '../../moved.ts';
import { freshId, titleOfFile } from './document.ts';

const MAX_LABEL = 100;

function withLights({ lights: _, ...scene }: TourScene, lights: readonly SceneLight[]): TourScene {
  // One picture alone is the scene's own.
  return lights.length < 2 ? scene : { ...scene, lights: [...lights] };
}

/** Adds a picture of a scene in another light; with the first one, the scene's own picture becomes a light, too. */
export function addLight(scene: TourScene, { asset, fileName }: StudioMedia): TourScene {
  const before = scene.lights ?? [{ id: 'own', label: 'By day' }];
  if (asset === null || before.length >= TOUR_LIMITS.lightsPerScene) return scene;
  const label = titleOfFile(fileName).slice(0, MAX_LABEL);
  const taken = before.map(({ id }) => id);
  return withLights(scene, [...before, { id: freshId(label, taken, 'light'), label, media: asset }]);
}

export const changeLight = (
  scene: TourScene,
  id: string,
  fields: Partial<Pick<SceneLight, 'label' | 'capturedAt'>>,
): TourScene =>
  withLights(
    scene,
    (scene.lights ?? []).map((light) => (light.id === id ? { ...light, ...fields } : light)),
  );

/** Moves a light to the one before it in the day, or after it. */
export function moveLight(scene: TourScene, id: string, step: -1 | 1): TourScene {
  const lights = scene.lights ?? [];
  const index = lights.findIndex((light) => light.id === id);
  const changed = moved(lights, index, index + step);
  return changed === lights ? scene : withLights(scene, changed);
}

/** Removes a picture in another light. The scene's own picture stays. */
export const removeLight = (scene: TourScene, id: string): TourScene =>
  withLights(
    scene,
    (scene.lights ?? []).filter((light) => light.id !== id || light.media === undefined),
  );
