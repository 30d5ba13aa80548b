import type { Pose } from '@oriel/contract';
import { worldToPicture } from '@oriel/contract/shared/tour/pose';
import { DEGREE, type Viewer } from '@oriel/viewer';
import { useEffect, useRef } from 'react';
import { inRadians } from '../scenes/angles.ts';
import { turnTo } from '../scenes/turn-to.ts';
import styles from './compass.module.css';
import { watchSight } from './sight.ts';

/** Shows where north is, and turns the view there. */
export function Compass({ viewer, pose }: { viewer: Viewer; pose: Pose }) {
  const needle = useRef<SVGGElement>(null);
  useEffect(
    () =>
      watchSight(viewer, ({ bearing }) =>
        needle.current?.setAttribute('transform', `rotate(${(-bearing / DEGREE).toFixed(1)})`),
      ),
    [viewer],
  );
  const faceNorth = () => {
    const { pitch, fov } = viewer.parts.camera.orientation;
    const north = worldToPicture(pose, { yaw: 0, pitch: pitch / DEGREE });
    turnTo(viewer, inRadians({ ...north, fov: fov / DEGREE }));
  };
  return (
    <button
      type="button"
      className={styles.compass}
      aria-label="Face north"
      title="Face north"
      onClick={faceNorth}
    >
      <svg width={24} height={24} viewBox="-12 -12 24 24" aria-hidden="true" focusable="false">
        <circle r={11} className={styles.dial} />
        <g ref={needle}>
          <path d="M0-9L3.200 0H-3.200Z" className={styles.north} />
          <path d="M0 9L3.200 0H-3.200Z" className={styles.south} />
        </g>
      </svg>
    </button>
  );
}
