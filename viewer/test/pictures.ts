import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { cameraMatrix } from '../src/math/view.ts';
import type { TileLevel } from '../src/types.ts';

export const TILE_SIZE = 256;
/** Odd sizes, so that edge tiles are narrow and halving rounds. */
export const LEVELS: TileLevel[] = [1025, 2050, 4100].map((width) => {
  const height = Math.ceil(width / 2);
  return { width, height, columns: Math.ceil(width / TILE_SIZE), rows: Math.ceil(height / TILE_SIZE) };
});
/** What each level's tiles are painted with in the `levels` pyramid. */
export const LEVEL_COLOURS = [
  [200, 40, 40],
  [40, 200, 40],
  [40, 40, 200],
] as const;

type Box = { left: number; top: number; width: number; height: number };
type Colour = readonly [number, number, number];

/**
 * The colour of a place on the sphere: sine and cosine of the yaw, and how far down from the zenith (0) to the nadir (255). It
 * has no edge anywhere, so that any edge on screen is the viewer's.
 */
export function directionColour(u: number, v: number): Colour {
  const yaw = u * 2 * Math.PI - Math.PI;
  return [127.5 + 127.5 * Math.sin(yaw), v * 255, 127.5 + 127.5 * Math.cos(yaw)];
}

/** The same in other channels: the right eye, or another scene. */
function secondColour(u: number, v: number): Colour {
  const [sine, down, cosine] = directionColour(u, v);
  return [down, sine, cosine];
}

/** What the `crop` picture covers of the sphere. */
export const CROP = { left: 0.3, top: 0.25, right: 0.75, bottom: 0.7 };
/** How the camera of the `tilted` picture was held. */
export const TILT = cameraMatrix({ yaw: 0.9, pitch: 0.15, roll: -0.2, fov: 1 });

/** Colours at shares of a picture's width and height. */
const PICTURES: Record<string, (u: number, v: number) => Colour> = {
  direction: directionColour,
  second: secondColour,
  crop: (u, v) =>
    directionColour(CROP.left + u * (CROP.right - CROP.left), CROP.top + v * (CROP.bottom - CROP.top)),
  'top-bottom': (u, v) => (v < 0.5 ? directionColour(u, v * 2) : secondColour(u, v * 2 - 1)),
  'left-right': (u, v) => (u < 0.5 ? directionColour(u * 2, v) : secondColour(u * 2 - 1, v)),
  tilted(u, v) {
    const [yaw, pitch] = [(u - 0.5) * 2 * Math.PI, (0.5 - v) * Math.PI];
    const level = Math.cos(pitch);
    const ahead = [Math.sin(yaw) * level, Math.sin(pitch), -Math.cos(yaw) * level];
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map((row) =>
      ahead.reduce((sum, value, column) => sum + value * (TILT[row + 3 * column] ?? 0), 0),
    );
    return directionColour(
      Math.atan2(x, -z) / (2 * Math.PI) + 0.5,
      0.5 - Math.atan2(y, Math.hypot(x, z)) / Math.PI,
    );
  },
};

/** Part of a picture whose colours say where on the sphere it is. */
function paint(name: string, width: number, height: number, box: Box): Promise<Buffer> | undefined {
  const colour = PICTURES[name];
  if (!colour) return undefined;
  const pixels = Buffer.alloc(box.width * box.height * 3);
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = colour((box.left + x + 0.5) / width, (box.top + y + 0.5) / height);
      pixels.set(at, (y * box.width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width: box.width, height: box.height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** A whole picture; undefined when there is none of that name. */
export const picture = (name: string, width: number): Promise<Buffer> | undefined =>
  paint(name, width, width / 2, { left: 0, top: 0, width, height: width / 2 });

/** Such as no format makes small. */
function noise(width: number, height: number): Promise<Buffer> {
  // Three bits of each channel: 70 kB a tile.
  const pixels = randomBytes(width * height * 3).map((byte) => byte & 0xe0);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** A tile of a picture's pyramid, of `noise` or of `levels`; undefined outside of it. */
export function tile(name: string, level: number, row: number, column: number): Promise<Buffer> | undefined {
  const size = LEVELS[level];
  const colour = LEVEL_COLOURS[level];
  if (!size || !colour || row >= size.rows || column >= size.columns) return undefined;
  const [left, top] = [column * TILE_SIZE, row * TILE_SIZE];
  const width = Math.min(TILE_SIZE, size.width - left);
  const height = Math.min(TILE_SIZE, size.height - top);
  if (name === 'noise') return noise(width, height);
  if (name !== 'levels') return paint(name, size.width, size.height, { left, top, width, height });
  const [r, g, b] = colour;
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
}
