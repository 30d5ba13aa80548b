import { wrapAngle } from '../math/view.ts';
import type { Viewer } from '../viewer.ts';

/** Less, in radians, is a matter of rounding. */
const TOLERANCE = 1e-9;

/** Two viewers that look the same way in the world, whichever of them is turned. */
export interface ViewLock {
  /** False: each turns alone. Setting it to true keeps the current difference in heading. */
  isLocked: boolean;
  destroy(): void;
}

/** Locks the cameras of two viewers, whose scenes are there. The second one turns to where the first one looks. */
export function lockViews(first: Viewer, second: Viewer): ViewLock {
  const [one, other] = [first.parts, second.parts];
  let isLocked = true;
  let isFollowing = false;
  /** How much further right the second one looks. */
  let turn = 0;

  const follow = (leader: typeof one, follower: typeof one, yaw: number): void => {
    if (!isLocked || isFollowing) return;
    isFollowing = true;
    follower.motion.stop();
    const wanted = leader.camera.orientation;
    follower.camera.set({ ...wanted, yaw: wanted.yaw + yaw });
    // Where one of them has narrower limits, both keep to them.
    const { orientation } = follower.camera;
    const reached = { ...orientation, yaw: wrapAngle(orientation.yaw - yaw) };
    const isApart = (['yaw', 'pitch', 'fov'] as const).some(
      (angle) => Math.abs(reached[angle] - wanted[angle]) > TOLERANCE,
    );
    if (isApart) leader.camera.set(reached);
    isFollowing = false;
  };
  const off = [
    first.on('viewchange', () => follow(one, other, turn)),
    second.on('viewchange', () => follow(other, one, -turn)),
  ];
  follow(one, other, turn);
  return {
    get isLocked() {
      return isLocked;
    },
    set isLocked(next) {
      isLocked = next;
      turn = wrapAngle(other.camera.orientation.yaw - one.camera.orientation.yaw);
      follow(one, other, turn);
    },
    destroy() {
      for (const remove of off) remove();
    },
  };
}
