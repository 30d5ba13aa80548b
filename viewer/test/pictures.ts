import sharp from 'sharp';
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

/**
 * Part of a picture whose colour says where it is: red and blue are sine and cosine of the yaw, green runs from the
 * zenith (0) to the nadir (255). It has no edge anywhere, so that any edge on screen is the viewer's.
 */
export function directionPixels(pictureWidth: number, pictureHeight: number, box: Box): Buffer {
  const pixels = Buffer.alloc(box.width * box.height * 3);
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const yaw = ((box.left + x + 0.5) / pictureWidth) * 2 * Math.PI - Math.PI;
      const offset = (y * box.width + x) * 3;
      pixels[offset] = 127.5 + 127.5 * Math.sin(yaw);
      pixels[offset + 1] = ((box.top + y + 0.5) / pictureHeight) * 255;
      pixels[offset + 2] = 127.5 + 127.5 * Math.cos(yaw);
    }
  }
  return pixels;
}

const png = (pixels: Buffer, { width, height }: Box): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();

export function directionPicture(width: number): Promise<Buffer> {
  const box = { left: 0, top: 0, width, height: width / 2 };
  return png(directionPixels(width, width / 2, box), box);
}

/** A tile of the `direction` or the `levels` pyramid; undefined outside of it. */
export function tile(kind: string, level: number, row: number, column: number): Promise<Buffer> | undefined {
  const size = LEVELS[level];
  const colour = LEVEL_COLOURS[level];
  if (!size || !colour || row >= size.rows || column >= size.columns) return undefined;
  const [left, top] = [column * TILE_SIZE, row * TILE_SIZE];
  const width = Math.min(TILE_SIZE, size.width - left);
  const height = Math.min(TILE_SIZE, size.height - top);
  const box = { left, top, width, height };
  if (kind === 'direction') return png(directionPixels(size.width, size.height, box), box);
  const [r, g, b] = colour;
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
}
