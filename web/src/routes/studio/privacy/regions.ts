import type { Direction, PrivacyRegion } from '@oriel/contract';
import type { Box } from '@oriel/viewer/editing';

/** A region while it is decided about. */
export interface Decision {
  /** Unique in its picture. */
  id: string;
  region: PrivacyRegion;
}

/** As large as a number plate at three metres. */
const NEW_SIZE = { width: 10, height: 5 };

/** In degrees to the left of the middle of the view, so that what is ahead comes first. */
const AHEAD = 45;

const isSame = (one: PrivacyRegion, other: PrivacyRegion) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What is decided about the regions of a picture, where nothing is decided here yet, or the server has others by now: its own,
 * clockwise from where visitors look first, and those that were drawn here.
 */
export function decisionsOf(
  regions: readonly PrivacyRegion[],
  { yaw }: Pick<Direction, 'yaw'>,
  before: readonly Decision[] = [],
): readonly Decision[] {
  const clockwise = (region: PrivacyRegion) => (region.yaw - yaw + AHEAD + 720) % 360;
  const known = regions.toSorted((one, other) => clockwise(one) - clockwise(other));
  const drawn = before.filter(
    ({ region }) => region.origin === 'drawn' && !known.some((other) => isSame(other, region)),
  );
  return [...known.map((region, index) => ({ id: `r${index}`, region })), ...drawn].map(
    (decision, index) => ({ ...decision, id: `r${index}` }),
  );
}

/** A region that somebody draws around a place, to be blurred. */
export function drawnAt({ yaw, pitch }: Direction, decisions: readonly Decision[]): Decision {
  const numbers = decisions.map(({ id }) => Number(id.slice(1)));
  const wider = 1 / Math.max(0.1, Math.cos((pitch * Math.PI) / 180));
  const region: PrivacyRegion = {
    yaw: rounded(yaw),
    pitch: rounded(pitch),
    width: rounded(NEW_SIZE.width * wider),
    height: NEW_SIZE.height,
    shape: 'rectangle',
    origin: 'drawn',
    isBlurred: true,
  };
  return { id: `r${Math.max(-1, ...numbers) + 1}`, region };
}

const rounded = (degrees: number) => Math.round(degrees * 100) / 100 || 0;

/** A region after its handles were moved. */
export const placedAt = (region: PrivacyRegion, { yaw, pitch, width, height }: Box): PrivacyRegion => ({
  ...region,
  yaw: rounded(yaw),
  pitch: rounded(pitch),
  width: rounded(width),
  height: rounded(height),
});

/** What each region is called: "Face 2", "Region 1". */
export function namesOf(decisions: readonly Decision[]): ReadonlyMap<string, string> {
  const counts = { found: 0, drawn: 0 };
  return new Map(
    decisions.map(({ id, region: { origin } }) => {
      counts[origin] += 1;
      return [id, `${origin === 'found' ? 'Face' : 'Region'} ${counts[origin]}`];
    }),
  );
}

export const countBlurred = (decisions: readonly Decision[]): number =>
  decisions.filter(({ region }) => region.isBlurred).length;
