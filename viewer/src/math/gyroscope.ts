import { DEGREE, type Orientation, type Vector3 } from './view.ts';

/** Angles as a DeviceOrientationEvent gives them, in degrees. */
export interface DeviceAngles {
  alpha: number;
  beta: number;
  gamma: number;
}

/** Where the camera behind a hand-held screen looks; yaw is 0 where `alpha` is. `screenAngle` is in degrees. */
export function deviceOrientation(
  { alpha, beta, gamma }: DeviceAngles,
  screenAngle: number,
): Omit<Orientation, 'fov'> {
  const ca = Math.cos(alpha * DEGREE);
  const sa = Math.sin(alpha * DEGREE);
  const cb = Math.cos(beta * DEGREE);
  const sb = Math.sin(beta * DEGREE);
  const cg = Math.cos(gamma * DEGREE);
  const sg = Math.sin(gamma * DEGREE);
  // The device's axes in the world of the specification (x east, y north, z up): Z-X'-Y'' rotations.
  const deviceX: Vector3 = [ca * cg - sa * sb * sg, sa * cg + ca * sb * sg, -cb * sg];
  const deviceY: Vector3 = [-sa * cb, ca * cb, sb];
  const deviceZ: Vector3 = [ca * sg + sa * sb * cg, sa * sg - ca * sb * cg, cb * cg];
  const cs = Math.cos(screenAngle * DEGREE);
  const ss = Math.sin(screenAngle * DEGREE);
  const right: Vector3 = [
    cs * deviceX[0] - ss * deviceY[0],
    cs * deviceX[1] - ss * deviceY[1],
    cs * deviceX[2] - ss * deviceY[2],
  ];
  const yaw = Math.atan2(-deviceZ[0], -deviceZ[1]);
  const pitch = Math.asin(Math.max(-1, Math.min(1, -deviceZ[2])));
  // Roll is read from the screen's right edge against the level right and up of that yaw and pitch.
  const levelRight: Vector3 = [Math.cos(yaw), -Math.sin(yaw), 0];
  const levelUp: Vector3 = [
    -Math.sin(yaw) * Math.sin(pitch),
    -Math.cos(yaw) * Math.sin(pitch),
    Math.cos(pitch),
  ];
  const roll = Math.atan2(dot(right, levelUp), dot(right, levelRight));
  return { yaw, pitch, roll };
}

const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
