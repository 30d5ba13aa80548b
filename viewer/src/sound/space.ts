import { directionInWorld, type Matrix, type Vector3 } from '../math/view.ts';
import type { Direction } from '../types.ts';

/** A direction as a point one unit away. Web Audio's axes are those of the viewer: x to the right, y up, z behind. */
const pointAt = (yaw: number, pitch: number): Vector3 => {
  const level = Math.cos(pitch);
  return [Math.sin(yaw) * level, Math.sin(pitch), -Math.cos(yaw) * level];
};

/** A node that is heard from a direction of a picture with this pose, as loud as from anywhere. */
export function createPanner(context: BaseAudioContext, at: Direction, pose?: Matrix): PannerNode {
  const { yaw, pitch } = directionInWorld(at.yaw, at.pitch, pose);
  const [positionX, positionY, positionZ] = pointAt(yaw, pitch);
  return new PannerNode(context, { panningModel: 'HRTF', positionX, positionY, positionZ });
}

/** Turns the listener to where the camera looks in the world, in radians. */
export function turnListener(listener: AudioListener, yaw: number, pitch: number): void {
  const ahead = pointAt(yaw, pitch);
  const up = pointAt(yaw, pitch + Math.PI / 2);
  // Firefox has the older form alone.
  if (!listener.forwardX) {
    listener.setOrientation(...ahead, ...up);
    return;
  }
  const { forwardX, forwardY, forwardZ, upX, upY, upZ } = listener;
  [forwardX, forwardY, forwardZ, upX, upY, upZ].forEach((parameter, index) => {
    parameter.value = [...ahead, ...up][index] ?? 0;
  });
}
