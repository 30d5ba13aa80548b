import type { Direction } from './fields.ts';
import { clamp, hotspotDirection, pictureToWorld, worldToPicture } from './pose.ts';
import type { Arrival, Coverage, ViewLimits } from './schema.ts';
import { seenRange } from './seen-range.ts';
import { type ArrivalScene, arrivalView } from './views.ts';

/** A scene that a door leads to. */
export interface EntryScene extends ArrivalScene {
  coverage?: Coverage | undefined;
  limits?: ViewLimits | undefined;
}

/** A door as it stands in its scene. */
export interface PlacedDoor {
  at?: Direction | undefined;
  outline?: readonly Direction[] | undefined;
  arrive?: Arrival | undefined;
}

/**
 * Where the door back belongs. Where both scenes know their headings it is opposite the door; otherwise it is behind the
 * arriving visitor. It is as high as the door, and within what may be seen.
 *
 * @returns in the picture's frame of `to`
 */
export function wayBackDirection(from: ArrivalScene, door: PlacedDoor, to: EntryScene): Direction {
  const place = hotspotDirection(door);
  const { yaw, pitch } = pictureToWorld(from.pose, place);
  const knowHeadings = from.pose.heading !== undefined && to.pose.heading !== undefined;
  const ahead = knowHeadings ? yaw : pictureToWorld(to.pose, arrivalView(from, place, door, to)).yaw;
  const direction = worldToPicture(to.pose, { yaw: ahead + 180, pitch });
  const { minYaw, maxYaw, minPitch, maxPitch } = seenRange(to);
  return {
    yaw: nearestWithin(direction.yaw, minYaw, maxYaw),
    pitch: clamp(direction.pitch, minPitch, maxPitch),
  };
}

/** On the circle: what lies outside goes to the end that is nearer. */
function nearestWithin(yaw: number, min: number, max: number): number {
  if (yaw >= min && yaw <= max) return yaw;
  const distance = (end: number) => Math.abs(((((yaw - end + 180) % 360) + 360) % 360) - 180);
  return distance(min) <= distance(max) ? min : max;
}

/** Whether a scene has a door to another. */
export const hasDoorTo = ({ hotspots }: Pick<ArrivalScene, 'hotspots'>, target: string): boolean =>
  hotspots.some((spot) => spot.kind === 'door' && spot.target === target);
