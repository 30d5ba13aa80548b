import { bestLevel, cubeOf, type Face, type SceneSource, type TiledFace } from './draft.ts';
import { numberOf, present, spherePart } from './values.ts';
import { attributeOf, childrenOf, type XmlElement } from './xml.ts';

/** The path of a URL: krpano's own folders stand for the folder of the export. */
const cleanUrl = (url: string) =>
  url.replace(/%(?:SWFPATH|VIEWER|FIRSTXML|CURRENTXML|ROOT|BASEDIR)%\/?/gi, '');

const padded = (number: number, width: number) => String(number).padStart(width, '0');

/** Fills in krpano's pattern: `%s` face, `%l` level, `%v` row and `%h` column, both from 1, with zeros as in `%0v`. */
function tilePath(pattern: string, face: Face, level: number, row: number, column: number): string {
  const count = (zeros: string, number: number) => padded(number, zeros.length + 1);
  return pattern
    .replace(/%(0*)[vy]/g, (_, zeros: string) => count(zeros, row + 1))
    .replace(/%(0*)[hux]/g, (_, zeros: string) => count(zeros, column + 1))
    .replace(/%(0*)l/g, (_, zeros: string) => count(zeros, level))
    .replace(/%s/g, face);
}

/** The finest level: its number from 1, the size of a face and of a tile. */
interface Level {
  number: number;
  size: number;
  tileSize: number;
  pattern: string;
}

/** `multires="512,640,1152,2304"`: the size of tiles, then of the levels; each may end with a tile size of its own, `640x256`. */
function levelOf(multires: string, pattern: string): Level | undefined {
  const [first = '', ...sizes] = multires.split(',').map((part) => part.trim());
  const tileSize = numberOf(first);
  const levels = sizes.map((part, index) => {
    const [size, own] = part.split('x').map(numberOf);
    return { number: index + 1, size: size ?? 0, tileSize: own ?? tileSize ?? 0, pattern };
  });
  return bestLevel(levels);
}

/** The older form: `<level tiledimagewidth="..."><cube url="..."/></level>`, in any order. */
function oldLevelOf(image: XmlElement): Level | undefined {
  const tileSize = numberOf(attributeOf(image, 'tilesize')) ?? 512;
  const levels = childrenOf(image, 'level').flatMap((level): Level[] => {
    const [cube] = childrenOf(level, 'cube');
    const pattern = cube && attributeOf(cube, 'url');
    const size = numberOf(attributeOf(level, 'tiledimagewidth'));
    return pattern === undefined || size === undefined ? [] : [{ number: 0, size, tileSize, pattern }];
  });
  const ascending = levels.toSorted((one, other) => one.size - other.size);
  return bestLevel(ascending.map((level, index) => ({ ...level, number: index + 1 })));
}

function tiles({ number, size, tileSize, pattern }: Level): SceneSource | undefined {
  if (size < 1 || tileSize < 1) return undefined;
  const face = (name: Face): TiledFace => ({
    size,
    tileSize,
    tile: (row, column) => tilePath(pattern, name, number, row, column),
  });
  return {
    kind: 'tiles',
    detail: size,
    faces: cubeOf(face),
  };
}

/** Where the picture of a scene is; undefined for forms that are not known here. */
export function imageSource(image: XmlElement): SceneSource | undefined {
  const [sphere] = childrenOf(image, 'sphere');
  const sphereUrl = sphere && attributeOf(sphere, 'url');
  if (sphereUrl !== undefined) {
    if (sphereUrl.includes('%')) return undefined;
    const file = cleanUrl(sphereUrl);
    const number = (name: string) =>
      numberOf(attributeOf(image, name) ?? attributeOf(sphere as XmlElement, name));
    const haov = number('hfov') ?? 360;
    const vaov = number('vfov') ?? haov / 2;
    // krpano's offset moves the picture down.
    const part = spherePart(haov, vaov, -(number('voffset') ?? 0));
    return { kind: 'whole', file, ...present({ part }) };
  }
  const [cube] = childrenOf(image, 'cube');
  const url = cube && attributeOf(cube, 'url');
  const multires = cube && (attributeOf(cube, 'multires') ?? attributeOf(image, 'multires'));
  const level =
    url !== undefined && multires !== undefined ? levelOf(multires, cleanUrl(url)) : oldLevelOf(image);
  if (level !== undefined) return tiles({ ...level, pattern: cleanUrl(level.pattern) });
  if (url?.includes('%s') && !/%0*[vhxyul]/.test(url)) {
    const pattern = cleanUrl(url);
    return { kind: 'cube', faces: cubeOf((face) => pattern.replaceAll('%s', face)) };
  }
  return undefined;
}
