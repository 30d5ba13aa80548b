import type { SceneDetail } from '@oriel/contract';
import type { Hotspot } from '@oriel/viewer';
import { directionInRadians } from './angles.ts';

/** Ids of documents have no colon. */
const PREFIX = 'light:';
/** Where no door and hardly anything to see is. */
const BELOW = -38;
const APART = 16;

/** The other lights of a scene as hotspots on the floor before the visitor, for headsets, where the page's buttons are not seen. */
export function lightSpots(
  { lights = [], view }: Pick<SceneDetail, 'lights' | 'view'>,
  shownId: string,
): Hotspot[] {
  const others = lights.filter(({ id }) => id !== shownId);
  return others.map(({ id, label }, index) => ({
    id: PREFIX + id,
    kind: 'info',
    label,
    at: directionInRadians({ yaw: view.yaw + (index - (others.length - 1) / 2) * APART, pitch: BELOW }),
  }));
}

/** The light that such a hotspot stands for. */
export const lightOfSpot = (id: string): string | undefined =>
  id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined;
