/** The world in Mercator's projection: x from 0 in the west to 1 in the east, y from 0 in the north to 1 in the south. */
export interface Point {
  x: number;
  y: number;
}

export interface Box {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** What is in the middle of a map, and how many pixels wide the world is. */
export interface Camera extends Point {
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export function project(latitude: number, longitude: number): Point {
  const phi = (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180;
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log(Math.tan(Math.PI / 4 + phi / 2)) / (2 * Math.PI) };
}

/** What of the world a map shows: there is nothing beyond. */
const TOP = project(80, 0).y;
const BOTTOM = project(-58, 0).y;

/** About a hundred pixels for a degree: closer, coasts would turn into lines. */
const MAX_SCALE = 40_000;

/** Where nothing beyond the world's edges is seen, as far as the shape of the map allows. */
export function confine({ x, y, scale }: Camera, { width, height }: Size): Camera {
  const confined = Math.min(MAX_SCALE, Math.max(width * 0.95, scale));
  const within = (value: number, from: number, to: number, pixels: number) => {
    const half = pixels / 2 / confined;
    return to - from <= 2 * half ? (from + to) / 2 : Math.min(to - half, Math.max(from + half, value));
  };
  return { x: within(x, 0, 1, width), y: within(y, TOP, BOTTOM, height), scale: confined };
}

/** Moves the camera so that the picture moves by these pixels. */
export const panned = ({ x, y, scale }: Camera, dx: number, dy: number): Camera => ({
  x: x - dx / scale,
  y: y - dy / scale,
  scale,
});

/** Zooms by a factor and leaves in place what is at these pixels from the middle of the map. */
export function zoomed({ x, y, scale }: Camera, factor: number, dx: number, dy: number, size: Size): Camera {
  const { scale: next } = confine({ x, y, scale: scale * factor }, size);
  return { x: x + dx / scale - dx / next, y: y + dy / scale - dy / next, scale: next };
}

/** The least scale at which the world fills a map, unless it would be much wider than the map. */
export const fillingScale = ({ width, height }: Size): number =>
  Math.max(width, Math.min(width * 1.6, height / (BOTTOM - TOP)));

/** Shows a box with room around it. */
export function fitted({ west, north, east, south }: Box, size: Size, maxScale = MAX_SCALE): Camera {
  const room = 0.8;
  const scale = Math.min(
    maxScale,
    (size.width * room) / Math.max(1e-9, east - west),
    (size.height * room) / Math.max(1e-9, south - north),
  );
  return confine({ x: (west + east) / 2, y: (north + south) / 2, scale }, size);
}
