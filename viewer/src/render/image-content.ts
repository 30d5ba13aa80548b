import type { Placement } from '../math/placement.ts';
import { contains, intersects, type Region, strips, visibleRegion } from '../math/regions.ts';
import { aspectOf, type Content, type FrameView, place, type UploadPace } from './content.ts';
import { bindTexture, createTexture, type Programs, unpackFrom } from './program.ts';

const UNIT = 0;

/** The part of the image in view when the first frame is requested, in a separate texture. */
interface Opening {
  region: Region;
  texture: WebGLTexture;
  waiting: Region[];
}

/**
 * A whole image in one texture. What is in view is sent first, so that the first frame does not wait for
 * invisible parts, and to a texture that is no larger: a texture is cleared as a whole before its first part is written.
 * Then all of the image follows in strips.
 */
export class ImageContent implements Content {
  readonly #gl: WebGL2RenderingContext;
  readonly #programs: Programs;
  readonly #bitmap: ImageBitmap;
  readonly #placement: Placement;
  readonly #size: { width: number; height: number };
  /** What the eye sees of the bitmap. */
  readonly #whole: Region;
  #opening: Opening | undefined;
  #texture: WebGLTexture | undefined;
  /** What the texture lacks. */
  #strips: Region[] = [];

  constructor(gl: WebGL2RenderingContext, programs: Programs, bitmap: ImageBitmap, placement: Placement) {
    this.#gl = gl;
    this.#programs = programs;
    this.#bitmap = bitmap;
    this.#placement = placement;
    this.#size = { width: bitmap.width, height: bitmap.height };
    const [left, top, width, height] = placement.eye;
    this.#whole = {
      x: Math.round(left * bitmap.width),
      y: Math.round(top * bitmap.height),
      width: Math.round(width * bitmap.width),
      height: Math.round(height * bitmap.height),
    };
  }

  upload(view: FrameView, { budgetMs, maxTexels, hurry }: UploadPace): boolean {
    if (this.#texture && this.#strips.length === 0) return false;
    const startMs = performance.now();
    const isEnough = () => (hurry ? this.covers(view) : performance.now() - startMs >= budgetMs);
    this.#opening ??= this.#open(this.#inView(view), maxTexels);
    const opening = this.#opening;
    if (opening.waiting.length > 0) {
      for (let strip = opening.waiting.shift(); strip; strip = opening.waiting.shift()) {
        this.#write(opening.texture, strip, opening.region);
        if (isEnough()) break;
      }
      return true;
    }
    this.#texture ??= this.#allocate(this.#whole);
    if (this.#strips.length === 0) this.#strips = strips(this.#whole, maxTexels);
    while (this.#strips.length > 0) {
      this.#write(this.#texture, this.#next(this.#inView(view)), this.#whole);
      if (isEnough()) break;
    }
    if (this.#strips.length > 0) return true;
    this.#bitmap.close();
    this.#gl.deleteTexture(opening.texture);
    this.#opening = undefined;
    return false;
  }

  covers(view: FrameView): boolean {
    const inView = this.#inView(view);
    return this.#isWritten(inView) || this.#isOpened(inView);
  }

  isSharp(view: FrameView): boolean {
    return this.covers(view);
  }

  bind(view: FrameView) {
    const gl = this.#gl;
    const { x, y, width, height } = this.#whole;
    const { region, texture } =
      this.#opening && !this.#isWritten(this.#inView(view))
        ? this.#opening
        : { region: this.#whole, texture: this.#texture };
    bindTexture(gl, gl.TEXTURE_2D, UNIT, texture ?? null);
    const program = this.#programs.activate('whole');
    gl.uniform1i(program.uniform('whole'), UNIT);
    place(gl, program, this.#placement, [
      (x - region.x) / region.width,
      (y - region.y) / region.height,
      width / region.width,
      height / region.height,
    ]);
    return program;
  }

  free(): void {
    this.#bitmap.close();
    for (const texture of [this.#opening?.texture, this.#texture]) {
      if (texture) this.#gl.deleteTexture(texture);
    }
  }

  #isWritten(inView: Region): boolean {
    return this.#texture !== undefined && !this.#strips.some((strip) => intersects(strip, inView));
  }

  #isOpened(inView: Region): boolean {
    const { region, waiting } = this.#opening ?? {};
    return region !== undefined && waiting?.length === 0 && contains(region, inView);
  }

  #open(region: Region, maxTexels: number): Opening {
    return { region, texture: this.#allocate(region), waiting: strips(region, maxTexels) };
  }

  #allocate({ width, height }: Region): WebGLTexture {
    const gl = this.#gl;
    const isRound = this.#placement.coverage[2] === 1;
    const texture = createTexture(gl, gl.TEXTURE_2D, UNIT, isRound ? gl.REPEAT : gl.CLAMP_TO_EDGE);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
    return texture;
  }

  /** Takes out the next strip: one of what is in view now, or of what remains. */
  #next(inView: Region): Region {
    const index = this.#strips.findIndex((strip) => intersects(strip, inView));
    return this.#strips.splice(Math.max(0, index), 1)[0] ?? this.#whole;
  }

  #inView(view: FrameView): Region {
    return visibleRegion(this.#size, view, aspectOf(view), this.#placement);
  }

  /** Sends one part of the image to a texture that holds `region` of it. */
  #write(texture: WebGLTexture, { x, y, width, height }: Region, region: Region): void {
    const gl = this.#gl;
    bindTexture(gl, gl.TEXTURE_2D, UNIT, texture);
    unpackFrom(gl, x, y, () => {
      const { TEXTURE_2D, RGBA, UNSIGNED_BYTE } = gl;
      const [left, top] = [x - region.x, y - region.y];
      gl.texSubImage2D(TEXTURE_2D, 0, left, top, width, height, RGBA, UNSIGNED_BYTE, this.#bitmap);
    });
  }
}
