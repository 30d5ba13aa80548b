import type { FrameView, Overlay } from './content.ts';
import type { Program, Programs } from './program.ts';
import type { RetouchCommand } from './protocol.ts';
import { type Pass, passesOf } from './retouch-passes.ts';
import type { SceneState } from './scene-state.ts';

/** No other images are bound to it. */
const UNIT = 6;

const VERTEX = `#version 300 es
uniform mat3 camera;
uniform vec2 extent;
out vec3 direction;
void main() {
  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;
  direction = camera * vec3(corner * extent, -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

const PASS_FRAGMENT = `#version 300 es
precision mediump float;
uniform vec3 by;
out vec4 colour;
void main() { colour = vec4(by, 1.0); }`;

/** The plane below the camera, on which the disc is a circle; its edge is as soft as a pixel. */
const DISC_FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D image;
uniform vec4 fill;
uniform float radius;
uniform float alpha;
in vec3 direction;
out vec4 colour;
void main() {
  vec2 at = direction.xz / max(-direction.y, 0.001) / radius;
  float away = length(at);
  float share = clamp((1.0 - away) / max(fwidth(away), 0.0001) + 0.5, 0.0, 1.0);
  vec4 paint = texture(image, at * 0.5 + 0.5);
  colour = (paint + fill * (1.0 - paint.a)) * share * step(0.2, -direction.y / length(direction)) * alpha;
}`;

type Painters = Record<'pass' | 'disc', Program>;

/** One set for each life of a context. */
const painters = new WeakMap<Programs, Painters>();

function paintersOf(programs: Programs): Painters {
  const found = painters.get(programs) ?? {
    pass: programs.create(VERTEX, PASS_FRAGMENT),
    disc: programs.create(VERTEX, DISC_FRAGMENT),
  };
  painters.set(programs, found);
  return found;
}

/** Red, green, blue and opacity of a colour such as `#1a2b3c`; nothing without one. */
const fillOf = (colour: string | undefined): [number, number, number, number] => {
  if (!colour) return [0, 0, 0, 0];
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255, 1];
};

/** Adjusts what is drawn of a scene's picture, and covers what is below the camera. */
export class Retouch implements Pick<Overlay, 'draw' | 'free'> {
  readonly #gl: WebGL2RenderingContext;
  readonly #painters: Painters;
  readonly #retouch: RetouchCommand['retouch'];
  readonly #image: WebGLTexture;

  constructor(programs: Programs, retouch: RetouchCommand['retouch']) {
    const { gl } = programs;
    this.#gl = gl;
    this.#painters = paintersOf(programs);
    this.#retouch = retouch;
    this.#image = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0 + UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.#image);
    const { image } = retouch;
    if (image) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
    else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    gl.generateMipmap(gl.TEXTURE_2D);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
      gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    image?.close();
  }

  draw(view: FrameView, alpha: number): void {
    const gl = this.#gl;
    const { adjust, nadir } = this.#retouch;
    gl.enable(gl.BLEND);
    for (const pass of adjust ? passesOf(adjust, alpha) : []) this.#apply(pass);
    gl.blendEquation(gl.FUNC_ADD);
    if (nadir) this.#cover(nadir, view, alpha);
    gl.disable(gl.BLEND);
  }

  free(): void {
    this.#gl.deleteTexture(this.#image);
  }

  #apply({ step, by }: Pass): void {
    const gl = this.#gl;
    const { uniform } = this.#use('pass');
    gl.blendEquation(step === 'subtract' ? gl.FUNC_REVERSE_SUBTRACT : gl.FUNC_ADD);
    if (step === 'scale') gl.blendFunc(gl.ZERO, gl.SRC_COLOR);
    else gl.blendFunc(step === 'raise' ? gl.DST_COLOR : gl.ONE, gl.ONE);
    gl.uniform3f(uniform('by'), ...by);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #cover(
    { radius, colour }: NonNullable<RetouchCommand['retouch']['nadir']>,
    { camera, fov, width, height }: FrameView,
    alpha: number,
  ): void {
    const gl = this.#gl;
    const { uniform } = this.#use('disc');
    const extent = Math.tan(fov / 2);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.activeTexture(gl.TEXTURE0 + UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.#image);
    gl.uniform1i(uniform('image'), UNIT);
    gl.uniformMatrix3fv(uniform('camera'), false, camera);
    gl.uniform2f(uniform('extent'), (extent * width) / height, extent);
    gl.uniform1f(uniform('radius'), Math.tan(radius));
    gl.uniform4f(uniform('fill'), ...fillOf(colour));
    gl.uniform1f(uniform('alpha'), alpha);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #use(name: keyof Painters): Program {
    const painter = this.#painters[name];
    // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's method, no React hook
    this.#gl.useProgram(painter.program);
    return painter;
  }
}

/** Has a scene drawn with what the command says, in place of what was said before. */
export function setRetouch(
  programs: Programs | undefined,
  scene: Pick<SceneState, 'retouch'> | undefined,
  { retouch }: RetouchCommand,
): void {
  scene?.retouch?.free();
  if (programs && scene) scene.retouch = new Retouch(programs, retouch);
  else retouch.image?.close();
}
