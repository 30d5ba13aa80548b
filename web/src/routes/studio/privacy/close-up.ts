import type { PrivacyCheck, PrivacyRegion } from '@oriel/contract';

/** Where to find a piece of a picture, and where it lies in a close-up, in pixels of that. */
export interface Piece {
  url: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface CloseUp {
  pieces: Piece[];
  /** Where the region itself is. */
  region: Omit<Piece, 'url'>;
}

interface Size {
  width: number;
  height: number;
}

type Picture = Pick<PrivacyCheck, 'url' | 'width' | 'height' | 'stereo'> & {
  panorama: Pick<PrivacyCheck['panorama'], 'tiles'>;
};

/** How much more than the region is seen, so that one knows where it is. */
const AROUND = 1.7;
/** Degrees that a close-up shows at least: what is smaller has no more pixels. */
const LEAST = 3;
/** Farther up or down than this the picture is not pulled straight any further. */
const FLATTEST = 0.15;

interface Level extends Size {
  tileSize: number;
  url: (row: number, column: number) => string;
}

/** The coarsest level that is as sharp as the close-up, else the finest. */
function levelFor(
  { url, width, height, panorama: { tiles } }: Picture,
  eyes: number,
  sharpness: number,
): Level {
  const levels = tiles?.levels ?? [];
  const number = levels.findIndex((level) => level.height / eyes / 180 >= sharpness);
  const at = number < 0 ? levels.length - 1 : number;
  const level = levels[at];
  if (!tiles || !level) return { width, height, tileSize: Math.max(width, height), url: () => url };
  return {
    width: level.width,
    height: level.height,
    tileSize: tiles.tileSize,
    url: (row, column) =>
      tiles.url
        .replace('{level}', String(at))
        .replace('{row}', String(row))
        .replace('{column}', String(column)),
  };
}

/** The pieces of a sphere's picture that show a region and what is around it, pulled straight; across the seam too. */
export function closeUpOf(
  picture: Picture,
  { yaw, pitch, width, height }: PrivacyRegion,
  size: Size,
): CloseUp {
  const flat = Math.max(FLATTEST, Math.cos((pitch * Math.PI) / 180));
  const high = Math.min(
    180,
    Math.max(LEAST, AROUND * height, (AROUND * width * flat * size.height) / size.width),
  );
  const wide = Math.min(360, (high * size.width) / size.height / flat);
  // Of films nothing is drawn so near, and photos have the left eye above.
  const eyes = picture.stereo === 'top-bottom' ? 2 : 1;
  const level = levelFor(picture, eyes, size.height / high);
  const eyeHeight = level.height / eyes;
  const part = { width: (wide / 360) * level.width, height: (high / 180) * eyeHeight };
  const left = ((yaw + 180) / 360) * level.width - part.width / 2;
  const middle = ((90 - pitch) / 180) * eyeHeight;
  const top = Math.min(eyeHeight - part.height, Math.max(0, middle - part.height / 2));
  const [across, down] = [size.width / part.width, size.height / part.height];
  const { tileSize } = level;
  const pieces: Piece[] = [];
  for (let row = Math.floor(top / tileSize); row * tileSize < top + part.height; row += 1) {
    const bottom = Math.min((row + 1) * tileSize, level.height);
    for (const turn of [-level.width, 0, level.width]) {
      for (let column = 0; column * tileSize < level.width; column += 1) {
        const from = turn + column * tileSize;
        const to = turn + Math.min((column + 1) * tileSize, level.width);
        if (to <= left || from >= left + part.width) continue;
        pieces.push({
          url: level.url(row, column),
          left: (from - left) * across,
          top: (row * tileSize - top) * down,
          width: (to - from) * across,
          height: (bottom - row * tileSize) * down,
        });
      }
    }
  }
  const own = {
    width: (width / 360) * level.width * across,
    height: (height / 180) * eyeHeight * down,
  };
  return {
    pieces,
    region: { ...own, left: (size.width - own.width) / 2, top: (middle - top) * down - own.height / 2 },
  };
}
