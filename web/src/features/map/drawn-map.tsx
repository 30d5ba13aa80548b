import type { GeoLocation } from '@oriel/contract';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { onMap } from './draw.ts';
import { fitted, type Point, project, type Size } from './geometry.ts';
import styles from './place-map.module.css';
import { type StillMap, useStillMap } from './use-still-map.ts';

export interface Pin {
  key: string;
  location: GeoLocation;
  content: ReactNode;
}

interface Props {
  pins: readonly Pin[];
  className?: string | undefined;
  /** Of the element around each pin; its foot stands on the place. */
  pinClassName?: string | undefined;
}

/** The most that a pin rises above its place, in pixels. */
const PIN_HEIGHT = 72;

const pointsOf = (pins: readonly Pin[]): Point[] =>
  pins.map(({ location }) => project(location.latitude, location.longitude));

function boxOf(points: readonly Point[]) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}

/** A still map that fits its pins. Decorative: what it shows stands beside it in words. */
export function DrawnMap({ pins, className, pinClassName }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [places, setPlaces] = useState<Point[]>([]);
  const cameraFor = useCallback(
    (size: Size) => {
      const { x, y, scale } = fitted(boxOf(pointsOf(pins)), { ...size, height: size.height - PIN_HEIGHT });
      // Pins stand on their places, so they need room above.
      return { x, y: y - PIN_HEIGHT / 2 / scale, scale };
    },
    [pins],
  );
  const place = useCallback(
    ({ camera, size }: StillMap) => setPlaces(pointsOf(pins).map((point) => onMap(point, camera, size))),
    [pins],
  );
  useStillMap(canvas, cameraFor, place);
  return (
    <div className={`${styles.drawn} ${className ?? ''}`} aria-hidden="true">
      <canvas ref={canvas} className={`${styles.colours} ${styles.drawing}`} />
      {places.map(({ x, y }, index) => {
        const pin = pins[index];
        return (
          pin && (
            <span key={pin.key} className={`${styles.pin} ${pinClassName ?? ''}`} style={{ left: x, top: y }}>
              {pin.content}
            </span>
          )
        );
      })}
    </div>
  );
}
