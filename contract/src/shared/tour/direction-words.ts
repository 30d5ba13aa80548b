import type { Direction } from './fields.ts';
import { hotspotDirection, wrapDegrees } from './pose.ts';
import type { Hotspot } from './schema.ts';

const KINDS: Record<Hotspot['kind'], string> = {
  door: 'way to another room',
  info: 'information',
  picture: 'picture',
  film: 'film',
  sound: 'sound',
  link: 'link',
  book: 'booking',
};

/** From here on a direction counts as straight up or down, in degrees. */
const STRAIGHT = 70;
/** From here on a direction counts as higher or lower, in degrees. */
const SLANTED = 30;

/** Where something is for a visitor who looks along `view`: "behind you to the left". */
export function relativeDirection(view: Direction, to: Direction): string {
  if (to.pitch >= STRAIGHT) return 'above you';
  if (to.pitch <= -STRAIGHT) return 'below you';
  const right = wrapDegrees(to.yaw - view.yaw);
  const side = right < 0 ? 'left' : 'right';
  const angle = Math.abs(right);
  const height = to.pitch >= SLANTED ? ', high up' : to.pitch <= -SLANTED ? ', low down' : '';
  if (angle <= 22.5) return `ahead${height}`;
  if (angle <= 67.5) return `ahead to the ${side}${height}`;
  if (angle <= 112.5) return `to the ${side}${height}`;
  if (angle <= 157.5) return `behind you to the ${side}${height}`;
  return `behind you${height}`;
}

/** The accessible name of a hotspot: "Bathroom, way to another room, behind you to the left". */
export function hotspotName(spot: Hotspot, view: Direction): string {
  return [spot.label, KINDS[spot.kind], relativeDirection(view, hotspotDirection(spot))].join(', ');
}
