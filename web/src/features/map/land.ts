import { project } from './geometry.ts';
import url from './land.json?url';

/** In which the outlines are given (content/map/land.ts). */
const UNITS_PER_DEGREE = 50;

let loading: Promise<Path2D> | undefined;

async function load(): Promise<Path2D> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The outlines of the map answered ${response.status}`);
  const rings: number[][] = await response.json();
  const land = new Path2D();
  for (const ring of rings) {
    let [east, north] = [0, 0];
    for (let index = 0; index < ring.length; index += 2) {
      east += ring[index] ?? 0;
      north += ring[index + 1] ?? 0;
      const { x, y } = project(north / UNITS_PER_DEGREE, east / UNITS_PER_DEGREE);
      if (index === 0) land.moveTo(x, y);
      else land.lineTo(x, y);
    }
    land.closePath();
  }
  return land;
}

/** The outlines of all land, in the coordinates of `project`. Loaded once; a failure is tried again by the next caller. */
export function loadLand(): Promise<Path2D> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
