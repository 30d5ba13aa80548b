import { DEFAULT_FOV, MIN_FOV } from './limits.ts';
import type { Pose, TourScene, ViewLimits } from './schema.ts';
import { clampView, seenRange } from './seen-range.ts';

/** What a picture shows of its sphere, in degrees of its own frame. */
export interface ShownPart {
  minYaw: number;
  maxYaw: number;
  minPitch: number;
  maxPitch: number;
}

/** What is known of a 360-degree file in a workspace. */
interface SphereFile {
  kind: string | null;
  stereo: TourScene['stereo'];
  pose: Pose | null;
  /** The first view that its camera states. */
  view: TourScene['view'] | null;
  /** Null where it shows all of its sphere. */
  part: ShownPart | null;
}

/** Degrees at the edges of a part that its coarse levels mix with the black beside it. */
const MARGIN = 0.5;
/** The screen that the first view is meant for; on others the viewer narrows it. */
const ASPECT_RATIO = 16 / 9;

/** Within two edges, without what is mixed. */
function inward(min: number, max: number): [number, number] {
  const margin = Math.min(MARGIN, (max - min) / 8);
  return [Math.ceil((min + margin) * 10) / 10, Math.floor((max - margin) * 10) / 10];
}

/** The limits with which visitors see nothing beside a part. */
function limitsOf({ minYaw, maxYaw, minPitch, maxPitch }: ShownPart): ViewLimits {
  const [left, right] = inward(minYaw, maxYaw);
  const [bottom, top] = inward(minPitch, maxPitch);
  const isRound = maxYaw - minYaw >= 360;
  return {
    ...(!isRound && { minYaw: left, maxYaw: right }),
    ...(minPitch > -90 && { minPitch: bottom }),
    ...(maxPitch < 90 && { maxPitch: top }),
  };
}

/** The first view of a part: what its camera states, or else its middle, as near to the horizon as it reaches. */
function viewOf(
  { minYaw, maxYaw }: ShownPart,
  limits: ViewLimits,
  stated: TourScene['view'] | null,
): TourScene['view'] {
  const { yaw, pitch, fov } = clampView(
    stated ?? { yaw: (minYaw + maxYaw) / 2, pitch: 0, fov: DEFAULT_FOV },
    seenRange({ limits }),
    ASPECT_RATIO,
  );
  const rounded = (degrees: number) => Math.round(degrees * 10) / 10;
  return { yaw: rounded(yaw), pitch: rounded(pitch), fov: Math.max(MIN_FOV, rounded(fov)) };
}

/** How a scene that shows a file is laid out. */
export function layoutOf({
  kind,
  stereo,
  pose,
  view,
  part,
}: SphereFile): Pick<TourScene, 'kind' | 'stereo' | 'pose' | 'view' | 'limits'> {
  const layout = {
    kind: kind === 'video' ? ('film' as const) : ('photo' as const),
    stereo,
    pose: pose ?? { pitch: 0, roll: 0 },
  };
  if (part === null) return { ...layout, view: view ?? { yaw: 0, pitch: 0, fov: DEFAULT_FOV } };
  const limits = limitsOf(part);
  return { ...layout, limits, view: viewOf(part, limits, view) };
}
