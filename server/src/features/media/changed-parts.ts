import sharp from 'sharp';
import { type FoundRegion, type SphereRegion, sharedPart, wrap } from './faces.ts';

/** Pictures are compared at this width, so that the grain of a second compression is averaged away. */
const COMPARED_WIDTH = 4096;
/** The side of the squares that are compared, in pixels of the smaller pictures. */
const SQUARE = 8;
/** How much the pixels of a square differ on average, of 255, where something was blurred in it. */
const MIN_DIFFERENCE = 4;
/** Squares that differ by less than this many times the usual difference differ by the compression alone. */
const OVER_USUAL = 4;
/** Blur leaves less than this part of a square's contrast. */
const KEPT_CONTRAST = 0.8;
/** A square that differs by this many times the threshold was painted over, whatever its contrast is. */
const COVERED = 8;
/** A single square counts where it differs by this many times the threshold. */
const SURE = 2;
/** A region of another search that lies in one of ours by more than this part adds nothing. */
const INSIDE = 0.9;

interface Grey {
  pixels: Buffer;
  width: number;
  height: number;
}

async function greyOf(source: string | Buffer, width: number, height: number): Promise<Grey> {
  const { data, info } = await sharp(source, { failOn: 'error', limitInputPixels: 600_000_000 })
    .resize({ width, height, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** What the squares of a picture are like, row by row. */
interface Squares {
  columns: number;
  rows: number;
  /** How much they differ from those of the other picture, on average. */
  difference: Float32Array;
  /** Whether they have lost detail. */
  isDuller: Uint8Array;
}

/** The sums by which the contrast of a square is told: of its pixels, and of their squares. */
const contrastOf = (sum: number, ofSquares: number): number => {
  const count = SQUARE ** 2;
  return Math.sqrt(Math.max(0, ofSquares / count - (sum / count) ** 2));
};

function compare(before: Grey, after: Grey): Squares {
  const { width } = before;
  const [columns, rows] = [Math.floor(width / SQUARE), Math.floor(before.height / SQUARE)];
  const difference = new Float32Array(columns * rows);
  const isDuller = new Uint8Array(columns * rows);
  for (let square = 0; square < columns * rows; square += 1) {
    const corner = Math.floor(square / columns) * SQUARE * width + (square % columns) * SQUARE;
    let [apart, sum, ofSquares, theirSum, theirSquares] = [0, 0, 0, 0, 0];
    for (let row = 0; row < SQUARE; row += 1)
      for (let at = corner + row * width; at < corner + row * width + SQUARE; at += 1) {
        const [own, theirs] = [before.pixels[at] ?? 0, after.pixels[at] ?? 0];
        apart += Math.abs(own - theirs);
        sum += own;
        ofSquares += own * own;
        theirSum += theirs;
        theirSquares += theirs * theirs;
      }
    difference[square] = apart / SQUARE ** 2;
    const isDull = contrastOf(theirSum, theirSquares) < KEPT_CONTRAST * contrastOf(sum, ofSquares);
    isDuller[square] = isDull ? 1 : 0;
  }
  return { columns, rows, difference, isDuller };
}

/** Neighbouring squares, as a rectangle; `left` may be below 0 and `right` beyond the last column, over the seam. */
interface Patch {
  left: number;
  right: number;
  top: number;
  bottom: number;
  count: number;
  most: number;
}

/** The patches of squares of an equirectangular picture that differ by more than a threshold. */
function patchesOf(values: Float32Array, columns: number, rows: number, threshold: number): Patch[] {
  const seen = new Uint8Array(values.length);
  const patches: Patch[] = [];
  values.forEach((value, start) => {
    if (value <= threshold || seen[start]) return;
    const [column, row] = [start % columns, Math.floor(start / columns)];
    const patch: Patch = { left: column, right: column, top: row, bottom: row, count: 0, most: 0 };
    const waiting: [number, number][] = [[column, row]];
    seen[start] = 1;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [x, y] = next;
      patch.left = Math.min(patch.left, x);
      patch.right = Math.max(patch.right, x);
      patch.top = Math.min(patch.top, y);
      patch.bottom = Math.max(patch.bottom, y);
      patch.count += 1;
      patch.most = Math.max(patch.most, values[y * columns + (((x % columns) + columns) % columns)] ?? 0);
      // The smooth middle of a face differs little: a gap of one square is bridged.
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) {
          const [nx, ny] = [x + dx, y + dy];
          const place = ny * columns + (((nx % columns) + columns) % columns);
          if (ny < 0 || ny >= rows || seen[place] || (values[place] ?? 0) <= threshold) continue;
          seen[place] = 1;
          waiting.push([nx, ny]);
        }
    }
    patches.push(patch);
  });
  return patches.filter(({ count, most }) => count > 1 || most > SURE * threshold);
}

const middleOf = (values: Float32Array): number => values.toSorted()[Math.floor(values.length / 2)] ?? 0;

/** The regions of one eye in which something was hidden, each with a margin of one square. */
function regionsIn(before: Grey, after: Grey): SphereRegion[] {
  const { difference, isDuller, columns, rows } = compare(before, after);
  const threshold = Math.max(MIN_DIFFERENCE, OVER_USUAL * middleOf(difference));
  // Compression changes edges too, but keeps their contrast.
  const values = difference.map((value, square) =>
    isDuller[square] || value > COVERED * threshold ? value : 0,
  );
  const [degreesAcross, degreesDown] = [360 / columns, 180 / rows];
  return patchesOf(values, columns, rows, threshold).map(({ left, right, top, bottom }) => {
    const [first, last] = [Math.max(0, top - 1), Math.min(rows, bottom + 2)];
    return {
      yaw: wrap(((left + right + 1) / 2) * degreesAcross - 180),
      pitch: 90 - ((first + last) / 2) * degreesDown,
      width: Math.min(360, (right - left + 3) * degreesAcross),
      height: (last - first) * degreesDown,
    };
  });
}

function half({ pixels, width, height }: Grey, index: 0 | 1): Grey {
  const rows = Math.floor(height / 2);
  return { pixels: pixels.subarray(index * rows * width, (index + 1) * rows * width), width, height: rows };
}

/**
 * The parts of a sphere that a service has blurred, of whose places it says nothing.
 *
 * @param before the path of a JPEG made by this feature
 * @param after what the service made of it
 * @throws {Error} where it is no JPEG of the same size
 */
export async function findChangedParts(
  before: string,
  after: Buffer,
  stereo: 'mono' | 'top-bottom',
): Promise<SphereRegion[]> {
  const [own, theirs] = await Promise.all([sharp(before).metadata(), sharp(after).metadata()]);
  if (theirs.format !== 'jpeg' || theirs.width !== own.width || theirs.height !== own.height)
    throw new Error('the blur service answered with no JPEG of the same size');
  const width = Math.min(own.width, COMPARED_WIDTH);
  const height = Math.round((own.height * width) / own.width);
  const [first, second] = [await greyOf(before, width, height), await greyOf(after, width, height)];
  if (stereo === 'mono') return regionsIn(first, second);
  return ([0, 1] as const).flatMap((eye) => regionsIn(half(first, eye), half(second, eye)));
}

/** The faces that the own search has found, and the rest of what a service has blurred. */
export function addRegions(own: readonly FoundRegion[], others: readonly SphereRegion[]): FoundRegion[] {
  const area = ({ width, height }: SphereRegion) => width * height;
  const rest: FoundRegion[] = [];
  const isKnown = (region: SphereRegion) =>
    [...own, ...rest].some((known) => area(known) >= area(region) && sharedPart(known, region) > INSIDE);
  for (const region of [...others].sort((a, b) => area(b) - area(a)))
    if (!isKnown(region)) rest.push({ ...region, score: 1, isRectangle: true });
  return [...own, ...rest];
}
