import type { GeoLocation } from '@oriel/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { coloursOf, drawLand, onMap } from './draw.ts';
import { fitted, type Point, project } from './geometry.ts';
import { loadLand } from './land.ts';
import styles from './place-map.module.css';

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

function boxOf(points: readonly Point[]) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}

/** A still map that fits its pins, drawn once it comes near the screen. Decorative: what it shows stands beside it in words. */
export function DrawnMap({ pins, className, pinClassName }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [places, setPlaces] = useState<Point[]>([]);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    let land: Path2D | undefined;
    const points = pins.map(({ location }) => project(location.latitude, location.longitude));
    const draw = () => {
      if (land === undefined) return;
      const ratio = Math.min(2, devicePixelRatio);
      const size = { width: element.clientWidth, height: element.clientHeight };
      element.width = size.width * ratio;
      element.height = size.height * ratio;
      const { x, y, scale } = fitted(boxOf(points), { ...size, height: size.height - PIN_HEIGHT });
      // Pins stand on their places, so they need room above.
      const camera = { x, y: y - PIN_HEIGHT / 2 / scale, scale };
      drawLand({ context, size, ratio }, camera, land, coloursOf(element));
      setPlaces(points.map((point) => onMap(point, camera, size)));
    };
    const resizes = new ResizeObserver(draw);
    const themes = new MutationObserver(draw);
    const arrivals = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) return;
        arrivals.disconnect();
        loadLand().then(
          (loaded) => {
            land = loaded;
            resizes.observe(element);
          },
          (error: unknown) => console.warn('The map could not be drawn.', error),
        );
      },
      { rootMargin: '200px' },
    );
    arrivals.observe(element);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      arrivals.disconnect();
      resizes.disconnect();
      themes.disconnect();
    };
  }, [pins]);
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
