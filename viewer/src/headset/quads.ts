import type { Vector3 } from '../math/view.ts';
import type { Program, Programs } from '../render/program.ts';
import type { OffsetEye } from './eyes-scene.ts';
import { screenMatrix } from './rays.ts';

/** No other images are bound to it. */
export const PANEL_UNIT = 6;

/** A rectangle in the world, in metres from the head. */
export interface Quad {
  middle: Vector3;
  /** From its middle to its right edge, and to its upper one. */
  right: Vector3;
  up: Vector3;
}

/** A card with a text. */
interface Card {
  text: string;
  texture: WebGLTexture;
  quad: Quad;
}

const VERTEX = `#version 300 es
uniform mat3 camera;
uniform float aspect;
uniform vec3 quad[3];
out vec2 place;
void main() {
  place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec3 at = (quad[0] + quad[1] * place.x + quad[2] * place.y) * camera;
  gl_Position = vec4(at.x / aspect, at.y, 0.0, -at.z);
}`;

const PANEL = `#version 300 es
precision mediump float;
uniform sampler2D text;
in vec2 place;
out vec4 colour;
void main() { colour = texture(text, vec2(0.5 + place.x * 0.5, 0.5 - place.y * 0.5)); }`;

/** A dot, and a ring around a marker that fills clockwise from the top. */
const POINTER = `#version 300 es
precision highp float;
uniform float progress;
in vec2 place;
out vec4 colour;
float disc(float radius, float edge) { return 1.0 - smoothstep(edge - 0.06, edge, radius); }
void main() {
  float radius = length(place);
  float turn = fract(atan(place.x, place.y) * 0.15915494);
  float shade = disc(radius, 1.0) - disc(radius, 0.76);
  float line = disc(radius, 0.96) - disc(radius, 0.84);
  vec2 ring = vec2(shade, line) * float(turn < progress);
  vec2 dot = vec2(disc(radius, 0.18), disc(radius, 0.13));
  vec2 paint = max(ring, dot);
  colour = mix(vec4(0.08, 0.06, 0.02, 0.7) * paint.x, vec4(0.984, 0.945, 0.898, 1.0), paint.y);
}`;

/** Draws panels with text, and what visitors point with. */
export class Quads {
  readonly #gl: WebGL2RenderingContext;
  readonly #panel: Program;
  readonly #pointer: Program;

  constructor(programs: Programs) {
    this.#gl = programs.gl;
    this.#panel = programs.create(VERTEX, PANEL);
    this.#pointer = programs.create(VERTEX, POINTER);
  }

  /** Nothing while it has no text. */
  drawPanel(eye: OffsetEye, { text, texture, quad }: Card): void {
    if (!text) return;
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0 + PANEL_UNIT);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    this.#draw(this.#panel, eye, eye.offset, quad, (uniform) => gl.uniform1i(uniform('text'), PANEL_UNIT));
  }

  /**
   * As far away as the picture, so that the eyes need not choose between the two.
   *
   * @param progress how much of the ring is filled, from 0 to 1
   */
  drawPointer(eye: OffsetEye, quad: Quad, progress: number): void {
    this.#draw(this.#pointer, eye, [0, 0, 0], quad, (uniform) =>
      this.#gl.uniform1f(uniform('progress'), progress),
    );
  }

  /** @param offset of the eye, in metres from the head */
  #draw(
    { program, uniform }: Program,
    { viewport, camera, frustum }: OffsetEye,
    offset: Vector3,
    quad: Quad,
    set: (uniform: Program['uniform']) => void,
  ): void {
    const gl = this.#gl;
    const aspect = viewport.width / viewport.height;
    const middle = quad.middle.map((value, axis) => value - (offset[axis] ?? 0));
    // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's method, no React hook
    gl.useProgram(program);
    gl.uniformMatrix3fv(uniform('camera'), false, screenMatrix(camera, frustum, aspect));
    gl.uniform1f(uniform('aspect'), aspect);
    gl.uniform3fv(uniform('quad'), [...middle, ...quad.right, ...quad.up]);
    set(uniform);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.disable(gl.BLEND);
  }
}
