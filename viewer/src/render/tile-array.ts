import { bindTexture, createTexture, unpackFrom } from './program.ts';

const UNIT = 1;

/**
 * The tiles of all scenes on one canvas, one in each layer of a texture. It outlives the scenes, since a new texture would be
 * cleared as a whole before its first tile is shown.
 */
export class TileArray {
  readonly tileSize: number;
  readonly capacity: number;
  readonly #gl: WebGL2RenderingContext;
  readonly #texture: WebGLTexture;
  readonly #free: number[];
  #isRetired = false;

  /** The array if it is large enough, otherwise a new one in its place. */
  static reuse(
    array: TileArray | undefined,
    gl: WebGL2RenderingContext,
    tileSize: number,
    capacity: number,
  ): TileArray {
    if (array && array.tileSize === tileSize && array.capacity >= capacity) return array;
    array?.retire();
    return new TileArray(gl, tileSize, capacity);
  }

  constructor(gl: WebGL2RenderingContext, tileSize: number, capacity: number) {
    this.#gl = gl;
    this.tileSize = tileSize;
    this.capacity = capacity;
    this.#texture = createTexture(gl, gl.TEXTURE_2D_ARRAY, UNIT);
    gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.RGBA8, tileSize, tileSize, capacity);
    this.#free = Array.from({ length: capacity }, (_, index) => capacity - 1 - index);
  }

  /** A layer for a tile; undefined when all are taken. */
  take(): number | undefined {
    return this.#free.pop();
  }

  give(layer: number): void {
    this.#free.push(layer);
    this.#freeIfUnused();
  }

  /** Makes it go with its last tile. */
  retire(): void {
    this.#isRetired = true;
    this.#freeIfUnused();
  }

  /** Binds the texture and returns its unit. */
  bind(): number {
    bindTexture(this.#gl, this.#gl.TEXTURE_2D_ARRAY, UNIT, this.#texture);
    return UNIT;
  }

  /** Sends what lies at `x`, `y` of a bitmap to a layer. */
  write(layer: number, bitmap: ImageBitmap, x: number, y: number): void {
    const gl = this.#gl;
    const width = Math.min(this.tileSize, bitmap.width - x);
    const height = Math.min(this.tileSize, bitmap.height - y);
    this.bind();
    unpackFrom(gl, x, y, () => {
      const { TEXTURE_2D_ARRAY, RGBA, UNSIGNED_BYTE } = gl;
      gl.texSubImage3D(TEXTURE_2D_ARRAY, 0, 0, 0, layer, width, height, 1, RGBA, UNSIGNED_BYTE, bitmap);
    });
  }

  #freeIfUnused(): void {
    if (this.#isRetired && this.#free.length === this.capacity) this.#gl.deleteTexture(this.#texture);
  }
}
