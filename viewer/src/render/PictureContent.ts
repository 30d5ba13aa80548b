import { contains, intersects, type Region, strips, visibleRegion } from '../math/regions.ts';
import { aspectOf, type Content, type FrameView, type UploadPace } from './content.ts';
import { createTexture, type Programs, unpackFrom } from './program.ts';

const UNIT = 0;

/**
 * A whole picture in one texture. What is in view is sent first, so that the first frame does not wait for what
 * nobody sees yet; then all of it follows in strips.
 */
export class PictureContent implements Content {
  readonly #gl: WebGL2RenderingContext;
  readonly #programs: Programs;
  readonly #bitmap: ImageBitmap;
  readonly #whole: Region;
  readonly #texture: WebGLTexture;
  /** What was in view when the first frame was asked for. */
  #first: Region | undefined;
  #firstStrips: Region[] = [];
  #strips: Region[] = [];

  constructor(gl: WebGL2RenderingContext, programs: Programs, bitmap: ImageBitmap) {
    this.#gl = gl;
    this.#programs = programs;
    this.#bitmap = bitmap;
    this.#whole = { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
    this.#texture = createTexture(gl, gl.TEXTURE_2D, UNIT);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, bitmap.width, bitmap.height);
  }

  upload(view: FrameView, { budgetMs, maxTexels, hurry }: UploadPace): boolean {
    const inView = this.#inView(view);
    if (!this.#first) {
      this.#first = inView;
      this.#firstStrips = strips(inView, maxTexels);
      this.#strips = strips(this.#whole, maxTexels);
    }
    if (this.#strips.length === 0) return false;
    this.#bindTexture();
    const startMs = performance.now();
    for (let count = 0; this.#strips.length > 0; count++) {
      const isEnough = hurry ? this.covers(view) : performance.now() - startMs >= budgetMs;
      if (count > 0 && isEnough) return true;
      this.#uploadRegion(this.#next(inView));
    }
    this.#bitmap.close();
    return false;
  }

  covers(view: FrameView): boolean {
    if (!this.#first || this.#firstStrips.length > 0) return false;
    const inView = this.#inView(view);
    return contains(this.#first, inView) || !this.#strips.some((strip) => intersects(strip, inView));
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

  /** Takes the next strip out: of the first view, of what is in view now, of what remains. */
  #next(inView: Region): Region {
    const first = this.#firstStrips.shift();
    if (first) return first;
    const index = this.#strips.findIndex((strip) => intersects(strip, inView));
    return this.#strips.splice(Math.max(0, index), 1)[0] ?? this.#whole;
  }

  #inView(view: FrameView): Region {
    return visibleRegion(this.#whole, view.orientation, aspectOf(view));
  }

  #bindTexture(): void {
    this.#gl.activeTexture(this.#gl.TEXTURE0 + UNIT);
    this.#gl.bindTexture(this.#gl.TEXTURE_2D, this.#texture);
  }

  #uploadRegion({ x, y, width, height }: Region): void {
    const gl = this.#gl;
    unpackFrom(gl, x, y, () => {
      const { TEXTURE_2D, RGBA, UNSIGNED_BYTE } = gl;
      gl.texSubImage2D(TEXTURE_2D, 0, x, y, width, height, RGBA, UNSIGNED_BYTE, this.#bitmap);
    });
  }
}
