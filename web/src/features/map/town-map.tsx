import type { GeoLocation } from '@oriel/contract';
import { useEffect, useRef } from 'react';
import { coloursOf, drawLand, drawMarks, fitCanvas } from './draw.ts';
import { project } from './geometry.ts';
import { loadLand } from './land.ts';
import styles from './place-map.module.css';

/** Pixels of the world's width: about a country is in view. */
const SCALE = 5200;

/** A small, still map with a dot where a place is. Decorative: the town stands beside it. */
export function TownMap({ latitude, longitude }: GeoLocation) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = ref.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    let isGone = false;
    let land: Path2D | undefined;
    const draw = () => {
      if (isGone || land === undefined) return;
      const canvas = { context, ...fitCanvas(element) };
      const place = project(latitude, longitude);
      const camera = { ...place, scale: SCALE };
      const colours = coloursOf(element);
      drawLand(canvas, camera, land, colours);
      const marks = [{ cluster: { ...place, members: [0] }, isLit: false }];
      drawMarks(canvas, camera, marks, colours, 'sans-serif');
    };
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    loadLand().then(
      (loaded) => {
        land = loaded;
        draw();
      },
      (error: unknown) => console.warn('The map could not be drawn.', error),
    );
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [latitude, longitude]);
  return (
    <div aria-hidden="true">
      <canvas ref={ref} className={`${styles.colours} ${styles.town}`} />
    </div>
  );
}
