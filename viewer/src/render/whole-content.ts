import type { Placement } from '../math/placement.ts';
import { type Content, place } from './content.ts';
import { bindTexture, createTexture, type Program, type Programs } from './program.ts';

const UNIT = 0;

/** A preview or the frames of a video: one image in one texture, replaced as a whole. */
export class WholeContent implements Content {
  readonly #gl: WebGL2RenderingContext;
  readonly #programs: Programs;
  readonly #placement: Placement;
  readonly #texture: WebGLTexture;

  constructor(gl: WebGL2RenderingContext, programs: Programs, placement: Placement) {
    this.#gl = gl;
    this.#programs = programs;
    this.#placement = placement;
    this.#texture = createTexture(gl, gl.TEXTURE_2D, UNIT);
  }

  set(source: TexImageSource): void {
    const gl = this.#gl;
    this.#bindTexture();
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, source);
  }

  upload(): boolean {
    return false;
  }

  covers(): boolean {
    return true;
  }

  isSharp(): boolean {
    return true;
  }

  bind(): Program {
    this.#bindTexture();
    const program = this.#programs.activate('whole');
    this.#gl.uniform1i(program.uniform('whole'), UNIT);
    place(this.#gl, program, this.#placement, this.#placement.eye);
    return program;
  }

  free(): void {
    this.#gl.deleteTexture(this.#texture);
  }

  #bindTexture(): void {
    bindTexture(this.#gl, this.#gl.TEXTURE_2D, UNIT, this.#texture);
  }
}
