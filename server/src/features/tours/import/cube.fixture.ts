import type { Cube, CubeFace } from './cube-projection.ts';
import { cubeOf, type Face } from './draft.ts';

/** The ray through a place on a face, from -1 to 1, right and down: x right, y up, z ahead. */
const RAYS: Record<Face, (right: number, down: number) => [x: number, y: number, z: number]> = {
  f: (right, down) => [right, -down, 1],
  r: (right, down) => [1, -down, -right],
  b: (right, down) => [-right, -down, -1],
  l: (right, down) => [-1, -down, right],
  u: (right, down) => [right, 1, down],
  d: (right, down) => [right, -1, -down],
};

function paint(face: Face, size: number): CubeFace {
  const pixels = new Uint8Array(size * size * 3);
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const at = (place: number) => ((place + 0.5) / size) * 2 - 1;
      const [x, y, z] = RAYS[face](at(column), at(row));
      const length = Math.hypot(x, y, z);
      // The colours of `directionImage`: ahead, right and up.
      const values = [z, x, y].map((part) => 128 + (100 * part) / length);
      pixels.set(values, (row * size + column) * 3);
    }
  return { pixels, size };
}

/** A cube whose colours encode directions as those of `directionImage` do. */
export function paintedCube(size: number): Cube {
  return cubeOf((face) => paint(face, size));
}
