import { type PyramidShape, type TileKey, tileId } from '../math/tiles.ts';
import { createTexture, type Program } from './program.ts';

const NO_LAYER = 255;
export const TILES_UNIT = 1;
export const PAGES_UNIT = 2;

/** The tiles on the GPU: one layer of an array texture each, found through a page table. */
export class TilePool {
  readonly pyramid: PyramidShape;
  readonly #gl: WebGL2RenderingContext;
  readonly #tiles: WebGLTexture;
  readonly #pages: WebGLTexture;
  readonly #layers = new Map<string, { key: TileKey; layer: number }>();
  readonly #free: number[];
  #pagesStale = true;

  constructor(gl: WebGL2RenderingContext, pyramid: PyramidShape, capacity: number) {
    this.#gl = gl;
    this.pyramid = pyramid;
    this.#tiles = createTexture(gl, gl.TEXTURE_2D_ARRAY, TILES_UNIT);
    gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.RGBA8, pyramid.tileSize, pyramid.tileSize, capacity);
    this.#pages = createTexture(gl, gl.TEXTURE_2D, PAGES_UNIT);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    this.#free = Array.from({ length: capacity }, (_, index) => capacity - 1 - index);
  }

  has(key: TileKey): boolean {
    return this.#layers.has(tileId(key));
  }

  /** Whether the tile, or a coarser one in its place, is there. */
  covers({ level, row, column }: TileKey): boolean {
    for (let up = 0; up <= level; up++) {
      if (this.has({ level: level - up, row: row >> up, column: column >> up })) return true;
    }
    return false;
  }

  /**
   * Takes a tile up, from `x`, `y` of the bitmap on (a whole picture holds many). A tile beyond the capacity
   * is left out: the caller drops one first.
   */
  upload(key: TileKey, bitmap: ImageBitmap, x = 0, y = 0): void {
    const id = tileId(key);
    const layer = this.#layers.get(id)?.layer ?? this.#free.pop();
    if (layer === undefined) return;
    const gl = this.#gl;
    const width = Math.min(this.pyramid.tileSize, bitmap.width - x);
    const height = Math.min(this.pyramid.tileSize, bitmap.height - y);
    gl.activeTexture(gl.TEXTURE0 + TILES_UNIT);
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, this.#tiles);
    gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, x);
    gl.pixelStorei(gl.UNPACK_SKIP_ROWS, y);
    gl.texSubImage3D(
      gl.TEXTURE_2D_ARRAY,
      0,
      0,
      0,
      layer,
      width,
      height,
      1,
      gl.RGBA,
      gl.UNSIGNED_BYTE,
      bitmap,
    );
    gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0);
    gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0);
    this.#layers.set(id, { key, layer });
    this.#pagesStale = true;
  }

  drop(key: TileKey): void {
    const id = tileId(key);
    const entry = this.#layers.get(id);
    if (!entry) return;
    this.#layers.delete(id);
    this.#free.push(entry.layer);
    this.#pagesStale = true;
  }

  /** Binds textures and sets the uniforms of TILES_FRAGMENT, whose program is in use. */
  bind(program: Program): void {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0 + TILES_UNIT);
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, this.#tiles);
    gl.activeTexture(gl.TEXTURE0 + PAGES_UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.#pages);
    if (this.#pagesStale) this.#writePages();
    const { levels, tileSize } = this.pyramid;
    gl.uniform1i(program.uniform('tiles'), TILES_UNIT);
    gl.uniform1i(program.uniform('pages'), PAGES_UNIT);
    gl.uniform1f(program.uniform('tileSize'), tileSize);
    gl.uniform1i(program.uniform('finest'), levels.length - 1);
    gl.uniform2fv(
      program.uniform('sizes'),
      levels.flatMap((level) => [level.width, level.height]),
    );
  }

  free(): void {
    this.#gl.deleteTexture(this.#tiles);
    this.#gl.deleteTexture(this.#pages);
  }

  /** Coarse tiles first, so that finer ones overwrite what they cover. */
  #writePages(): void {
    this.#pagesStale = false;
    const { levels } = this.pyramid;
    const finest = levels.length - 1;
    const { columns = 1, rows = 1 } = levels[finest] ?? {};
    const pages = new Uint8Array(columns * rows * 4).fill(NO_LAYER);
    const entries = [...this.#layers.values()].sort((a, b) => a.key.level - b.key.level);
    for (const { key, layer } of entries) {
      const shift = finest - key.level;
      const bottom = Math.min(rows, (key.row + 1) << shift);
      const right = Math.min(columns, (key.column + 1) << shift);
      for (let row = key.row << shift; row < bottom; row++) {
        for (let column = key.column << shift; column < right; column++) {
          pages[(row * columns + column) * 4] = layer;
          pages[(row * columns + column) * 4 + 1] = key.level;
        }
      }
    }
    // A cell without a tile still needs a level that exists, since the shader reads its size.
    for (let index = 0; index < pages.length; index += 4) {
      if (pages[index] === NO_LAYER) pages[index + 1] = 0;
    }
    const gl = this.#gl;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8UI, columns, rows, 0, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE, pages);
  }
}
