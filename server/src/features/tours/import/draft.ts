import type { TourInput } from '@oriel/contract';
import type { SpherePart } from '../../media/service.ts';

type SceneInput = TourInput['scenes'][number];
export type HotspotInput = NonNullable<SceneInput['hotspots']>[number];

export type Face = 'f' | 'r' | 'b' | 'l' | 'u' | 'd';
export const FACES: readonly Face[] = ['f', 'r', 'b', 'l', 'u', 'd'];

/** The six faces of a cube, each made by `make`. */
export function cubeOf<Part>(make: (face: Face) => Part): Record<Face, Part> {
  return { f: make('f'), r: make('r'), b: make('b'), l: make('l'), u: make('u'), d: make('d') };
}

/** One face of a cube in tiles, rows from the top. */
export interface TiledFace {
  /** Pixels of the whole face. */
  size: number;
  tileSize: number;
  /** The path of a tile inside the folder. */
  tile: (row: number, column: number) => string;
}

/** Where the picture of a scene is in the folder. */
export type SceneSource =
  /** Equirectangular; of the whole sphere, or of a part of it. */
  | { kind: 'whole'; file: string; part?: SpherePart }
  | { kind: 'film'; file: string }
  | { kind: 'cube'; faces: Record<Face, string> }
  /** `detail`: the size of a face that the tiles really show, in pixels. */
  | { kind: 'tiles'; detail: number; faces: Record<Face, TiledFace> };

/** A scene as it was exported; ids are those of the export, and targets of doors name them. */
export interface ImportedScene extends Omit<SceneInput, 'media' | 'kind'> {
  source: SceneSource;
}

/** A tour as an export describes it, before its media are taken in. */
export interface ImportedTour {
  title: string;
  start: string;
  scenes: ImportedScene[];
}

/** Faces above this size show nothing that the result could hold, and need much memory. */
const MAX_LEVEL_SIZE = 4800;

/** The finest level that is worth its size; undefined if none makes sense. */
export function bestLevel<Level extends { size: number; tileSize: number }>(
  levels: readonly Level[],
): Level | undefined {
  return levels
    .filter(({ size, tileSize }) => size >= 64 && size <= MAX_LEVEL_SIZE && tileSize >= 64)
    .toSorted((one, other) => other.size - one.size)[0];
}

/** What happened to each part of an export, as lines for the operator. */
export interface ImportReport {
  taken: string[];
  changed: string[];
  leftOut: string[];
}

export function emptyReport(): ImportReport {
  return { taken: [], changed: [], leftOut: [] };
}
