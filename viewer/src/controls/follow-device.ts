import { deviceOrientation } from '../math/gyroscope.ts';
import { wrapAngle } from '../math/view.ts';
import type { Camera } from './camera.ts';

/** Turns the view with the device; dragging still turns it sideways. Returns what ends it and levels the view. */
export function followDevice(camera: Camera): () => void {
  let lastYaw: number | undefined;
  const onOrientation = ({ alpha, beta, gamma }: DeviceOrientationEvent): void => {
    if (alpha === null || beta === null || gamma === null) return;
    const angle = screen.orientation?.angle ?? 0;
    const { yaw, pitch, roll } = deviceOrientation({ alpha, beta, gamma }, angle);
    // Yaw is followed by its changes, so that the view does not jump to the compass and drags are kept.
    const change = lastYaw === undefined ? 0 : wrapAngle(yaw - lastYaw);
    lastYaw = yaw;
    camera.set({ yaw: camera.orientation.yaw + change, pitch, roll });
  };
  addEventListener('deviceorientation', onOrientation);
  return () => {
    removeEventListener('deviceorientation', onOrientation);
    camera.set({ roll: 0 });
  };
}
