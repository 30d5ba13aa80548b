import { levelOf, type PyramidShape, type TileKey, tileId, visibleTiles } from '../math/tiles.ts';
import { aspectOf, type Content, type FrameView, type UploadPace } from './content.ts';
import { createTexture, type Programs, unpackFrom } from './program.ts';

const UNIT = 0;
/** Side of the blocks in texels: one takes a few milliseconds. */
const BLOCK_SIZE = 512;
/** Blocks a little outside of the screen count as in view, for the filter at its edges. */
const OVERSCAN = 1.05;

/**
 * A whole picture in one texture, sent block by block: the blocks in view first, so that the first frame does not
 * wait for what nobody sees yet.
 */
export class PictureContent implements Content {
  readonly #gl: WebGL2RenderingContext;
  readonly #programs: Programs;
  readonly #bitmap: ImageBitmap;
  readonly #texture: WebGLTexture;
  /** The blocks, as the only level of a pyramid. */
  readonly #shape: PyramidShape;
  readonly #waiting = new Map<string, TileKey>();

  constructor(gl: WebGL2RenderingContext, programs: Programs, bitmap: ImageBitmap) {
    this.#gl = gl;
    this.#programs = programs;
    this.#bitmap = bitmap;
    this.#texture = createTexture(gl, gl.TEXTURE_2D, UNIT);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, bitmap.width, bitmap.height);
    const level = levelOf(bitmap.width, bitmap.height, BLOCK_SIZE);
    this.#shape = { tileSize: BLOCK_SIZE, levels: [level] };
    for (let row = 0; row < level.rows; row++) {
      for (let column = 0; column < level.columns; column++) {
        const key = { level: 0, row, column };
        this.#waiting.set(tileId(key), key);
      }
    }
  }

  upload(view: FrameView, { budgetMs, hurry }: UploadPace): boolean {
    if (this.#waiting.size === 0) return false;
    this.#bindTexture();
    const startMs = performance.now();
    const inView = this.#waitingInView(view);
    const queue = new Map([...inView.map((key) => [tileId(key), key] as const), ...this.#waiting]);
    let count = 0;
    for (const [id, key] of queue) {
      const mayStop = count > 0 && !(hurry && count < inView.length);
      if (mayStop && performance.now() - startMs >= budgetMs) return true;
      this.#uploadBlock(key);
      this.#waiting.delete(id);
      count++;
    }
    this.#bitmap.close();
    return false;
  }

  covers(view: FrameView): boolean {
    return this.#waiting.size === 0 || this.#waitingInView(view).length === 0;
  }

  isSharp(view: FrameView): boolean {
    return this.covers(view);
  }

  bind() {
    this.#bindTexture();
    const program = this.#programs.activate('whole');
    this.#gl.uniform1i(program.uniform('whole'), UNIT);
    return { camera: program.uniform('camera'), extent: program.uniform('extent') };
  }

  free(): void {
    this.#bitmap.close();
    this.#gl.deleteTexture(this.#texture);
  }

  #waitingInView(view: FrameView): TileKey[] {
    const keys = visibleTiles(this.#shape, 0, view.orientation, aspectOf(view), OVERSCAN);
    return keys.filter((key) => this.#waiting.has(tileId(key)));
  }

  #bindTexture(): void {
    this.#gl.activeTexture(this.#gl.TEXTURE0 + UNIT);
    this.#gl.bindTexture(this.#gl.TEXTURE_2D, this.#texture);
  }

  #uploadBlock({ row, column }: TileKey): void {
    const gl = this.#gl;
    const x = column * BLOCK_SIZE;
    const y = row * BLOCK_SIZE;
    const width = Math.min(BLOCK_SIZE, this.#bitmap.width - x);
    const height = Math.min(BLOCK_SIZE, this.#bitmap.height - y);
    unpackFrom(gl, x, y, () => {
      const { TEXTURE_2D, RGBA, UNSIGNED_BYTE } = gl;
      gl.texSubImage2D(TEXTURE_2D, 0, x, y, width, height, RGBA, UNSIGNED_BYTE, this.#bitmap);
    });
  }
}
