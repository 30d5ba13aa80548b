import type { GeoLocation } from '@oriel/contract';
import { useCallback, useRef } from 'react';
import { drawMarks } from './draw.ts';
import { project } from './geometry.ts';
import styles from './place-map.module.css';
import { type StillMap, useStillMap } from './use-still-map.ts';

/** Pixels of the world's width: about a country is in view. */
const SCALE = 5200;

/** The place is in the middle. */
function drawPlace({ camera, colours, ...canvas }: StillMap): void {
  const { x, y } = camera;
  drawMarks(canvas, camera, [{ cluster: { x, y, members: [0] }, isLit: false }], colours, 'sans-serif');
}

/** A small, still map with a dot where a place is. Decorative: the town stands beside it. */
export function TownMap({ latitude, longitude }: GeoLocation) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const cameraFor = useCallback(
    () => ({ ...project(latitude, longitude), scale: SCALE }),
    [latitude, longitude],
  );
  useStillMap(canvas, cameraFor, drawPlace);
  return (
    <div aria-hidden="true">
      <canvas ref={canvas} className={`${styles.colours} ${styles.town}`} />
    </div>
  );
}
