import type { PyramidShape, TileKey } from '../math/tiles.ts';
import { bindTexture, createTexture } from './program.ts';

const UNIT = 2;
const NO_LAYER = 255;

/** A texel for each tile of the finest level: the layer and the level of the best tile that covers it. */
export class PageTable {
  readonly #gl: WebGL2RenderingContext;
  readonly #pyramid: PyramidShape;
  readonly #texture: WebGLTexture;

  constructor(gl: WebGL2RenderingContext, pyramid: PyramidShape) {
    this.#gl = gl;
    this.#pyramid = pyramid;
    this.#texture = createTexture(gl, gl.TEXTURE_2D, UNIT);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  /** Binds the texture and returns its unit. */
  bind(): number {
    bindTexture(this.#gl, this.#gl.TEXTURE_2D, UNIT, this.#texture);
    return UNIT;
  }

  write(tiles: Iterable<{ key: TileKey; layer: number }>): void {
    const { levels } = this.#pyramid;
    const finest = levels.length - 1;
    const { columns = 1, rows = 1 } = levels[finest] ?? {};
    const pages = new Uint8Array(columns * rows * 4);
    for (let index = 0; index < pages.length; index += 4) pages[index] = NO_LAYER;
    // Coarse tiles first, so that finer ones overwrite what they cover.
    for (const { key, layer } of [...tiles].sort((a, b) => a.key.level - b.key.level)) {
      const shift = finest - key.level;
      const bottom = Math.min(rows, (key.row + 1) << shift);
      const right = Math.min(columns, (key.column + 1) << shift);
      for (let row = key.row << shift; row < bottom; row++) {
        for (let column = key.column << shift; column < right; column++) {
          pages.set([layer, key.level], (row * columns + column) * 4);
        }
      }
    }
    const gl = this.#gl;
    this.bind();
    const { TEXTURE_2D, RGBA8UI, RGBA_INTEGER, UNSIGNED_BYTE } = gl;
    gl.texImage2D(TEXTURE_2D, 0, RGBA8UI, columns, rows, 0, RGBA_INTEGER, UNSIGNED_BYTE, pages);
  }

  free(): void {
    this.#gl.deleteTexture(this.#texture);
  }
}
