import type { Direction } from './fields.ts';
import { hotspotDirection, wrapDegrees } from './pose.ts';
import type { Hotspot } from './schema.ts';

/** What a hotspot is, for visitors. */
export const HOTSPOT_KINDS: Record<Hotspot['kind'], string> = {
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

/** What of a hotspot its name needs. */
interface NamedHotspot extends Placed {
  kind: Hotspot['kind'];
  label: string;
}

interface Placed {
  at?: Direction | undefined;
  outline?: readonly Direction[] | undefined;
}

/** Hotspots as a visitor meets them: in their author's order, the others clockwise from where the visitor looks first. */
export function inReadingOrder<Spot extends Placed & { order?: number | undefined }>(
  spots: readonly Spot[],
  view: Direction,
): Spot[] {
  const clockwise = (spot: Spot) => (hotspotDirection(spot).yaw - view.yaw + 720) % 360;
  return spots.toSorted(
    (one, other) =>
      (one.order ?? Number.MAX_SAFE_INTEGER) - (other.order ?? Number.MAX_SAFE_INTEGER) ||
      clockwise(one) - clockwise(other),
  );
}

/** The accessible name of a hotspot: "Bathroom, way to another room, behind you to the left". */
export function hotspotName(spot: NamedHotspot, view: Direction): string {
  return [spot.label, HOTSPOT_KINDS[spot.kind], relativeDirection(view, hotspotDirection(spot))].join(', ');
}
