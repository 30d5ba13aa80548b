import type { Viewer } from '@oriel/viewer';

/** Where a visitor looks, and how wide, in radians. */
export interface Sight {
  /** Clockwise from north. */
  bearing: number;
  /** Horizontal. */
  fov: number;
}

/** Calls `draw` now and on each change, outside of React; nothing runs while the view rests. @returns what ends it */
export function watchSight(viewer: Viewer, draw: (sight: Sight) => void): () => void {
  const { camera, root } = viewer.parts;
  let aspect = 1;
  const update = () => {
    const { yaw, fov } = camera.orientation;
    draw({ bearing: yaw, fov: 2 * Math.atan(Math.tan(fov / 2) * aspect) });
  };
  const sizes = new ResizeObserver(() => {
    aspect = root.clientWidth / Math.max(1, root.clientHeight);
    update();
  });
  sizes.observe(root);
  const off = viewer.on('viewchange', update);
  return () => {
    off();
    sizes.disconnect();
  };
}

/** Degrees clockwise from a plan's upper edge. @param north where north is on the plan, counted likewise */
export const angleOnPlan = ({ bearing }: Sight, north: number): number => (bearing * 180) / Math.PI + north;
