import type { Direction } from './fields.ts';
import { clamp, pictureToWorld, poseMatrix, turn, type Vector, vectorOf, wrapDegrees } from './pose.ts';
import type { Pose } from './schema.ts';

const DEGREE = Math.PI / 180;
/** The least sine of an angle that still says something: two points of an edge, and two edges, must be apart. */
const LEAST_SINE = 0.03;

/** An edge that is vertical in the world, such as that of a door, by two points of it in the picture. */
export type VerticalEdge = readonly [Direction, Direction];

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** With a length of 1; undefined where it is too short to say anything. */
function unit([x, y, z]: Vector): Vector | undefined {
  const length = Math.hypot(x, y, z);
  return length < LEAST_SINE ? undefined : [x / length, y / length, z / length];
}

/**
 * The pose that makes two vertical edges of a picture vertical; its heading stays. Each edge lies on a great circle through
 * the zenith, which is where the two circles meet.
 *
 * @returns undefined where two points, or the two edges, are too close to each other
 */
export function levelledPose(
  pose: Pose,
  [first, second]: readonly [VerticalEdge, VerticalEdge],
): Pose | undefined {
  const normals = [first, second].map(([one, other]) => unit(cross(vectorOf(one), vectorOf(other))));
  const [a, b] = normals;
  const zenith = a && b && unit(cross(a, b));
  if (zenith === undefined) return undefined;
  // The circles meet twice; the camera was not upside down.
  const [x, y, z] = zenith.map((value) => value * Math.sign(zenith[1] || 1));
  return {
    ...pose,
    pitch: Math.asin(clamp(-(z ?? 0), -1, 1)) / DEGREE,
    roll: Math.atan2(x ?? 0, y ?? 1) / DEGREE,
  };
}

/** The pose by which a direction of the picture has a bearing, clockwise from north. */
export function headedPose(pose: Pose, direction: Direction, bearing: number): Pose {
  const { yaw } = pictureToWorld({ ...pose, heading: 0 }, direction);
  return { ...pose, heading: wrapDegrees(bearing - yaw) };
}

/** How far a picture is from level, in degrees. */
export function tiltOf(pose: Pose): number {
  const [, up] = turn(poseMatrix(pose), [0, 1, 0]);
  return Math.acos(clamp(up, -1, 1)) / DEGREE;
}
