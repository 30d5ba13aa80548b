import type { FrameView, Overlay } from './content.ts';
import {
  AREA_VERTEX,
  EDGE_VERTEX,
  PAINT_FRAGMENT,
  SPRITE_FRAGMENT,
  SPRITE_VERTEX,
} from './overlay-shaders.ts';
import type { Program, Programs } from './program.ts';
import type { Marks, OverlayCommand } from './protocol.ts';

/** No other images are bound to it. */
const UNIT = 7;

/** Red, green, blue and opacity, multiplied; at rest, and lit. */
type Paint = readonly number[];
const FILL: Paint = [0.098, 0.094, 0.09, 0.1, 0.262, 0.196, 0.06, 0.35];
const SHADE: Paint = [0.057, 0.041, 0.014, 0.5, 0.114, 0.082, 0.027, 1];
const LINE: Paint = [0.787, 0.756, 0.718, 0.8, 0.984, 0.945, 0.898, 1];
/** Widths of the outline and of the shade around it, in CSS pixels. */
const LINE_WIDTH = 2.5;
const SHADE_WIDTH = 5;

const createPrograms = (programs: Programs) => ({
  sprites: programs.create(SPRITE_VERTEX, SPRITE_FRAGMENT),
  areas: programs.create(AREA_VERTEX, PAINT_FRAGMENT),
  edges: programs.create(EDGE_VERTEX, PAINT_FRAGMENT),
});

/** One set for each life of a context. */
const ownPrograms = new WeakMap<Programs, ReturnType<typeof createPrograms>>();

interface Vertices {
  array: WebGLVertexArrayObject;
  buffer: WebGLBuffer;
  count: number;
}

/** Vertices of so many numbers, of which four and then the rest are attributes. */
function createVertices(
  gl: WebGL2RenderingContext,
  data: Float32Array,
  size: number,
  divisor: number,
): Vertices {
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
  for (let index = 0; index * 4 < size; index++) {
    gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(index, Math.min(4, size - index * 4), gl.FLOAT, false, size * 4, index * 16);
    gl.vertexAttribDivisor(index, divisor);
  }
  gl.bindVertexArray(null);
  return { array, buffer, count: data.length / size };
}

/** Draws a scene's hotspots: areas, their outlines, and the markers. */
class MarksOverlay implements Overlay {
  readonly #gl: WebGL2RenderingContext;
  readonly #programs: ReturnType<typeof createPrograms>;
  readonly #marks: Omit<Marks, 'atlas'>;
  readonly #atlas: WebGLTexture;
  readonly #sprites: Vertices;
  readonly #areas: Vertices;
  readonly #edges: Vertices;
  lit: OverlayCommand['lit'] = [-1, -1, -1];

  constructor(programs: Programs, { atlas, ...marks }: Marks) {
    const { gl } = programs;
    this.#gl = gl;
    this.#marks = marks;
    this.#programs = ownPrograms.get(programs) ?? createPrograms(programs);
    ownPrograms.set(programs, this.#programs);
    this.#atlas = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0 + UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.#atlas);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, atlas);
    this.#sprites = createVertices(gl, marks.points, 4, 1);
    this.#areas = createVertices(gl, marks.areas, 4, 0);
    this.#edges = createVertices(gl, marks.edges, 7, 1);
  }

  draw(view: FrameView, alpha: number): void {
    const gl = this.#gl;
    const { cellSize, columns, pixelRatio } = this.#marks;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    if (this.#areas.count > 0) {
      const uniform = this.#use('areas', this.#areas, view, alpha);
      gl.uniform4fv(uniform('colours'), FILL);
      gl.uniform1f(uniform('width'), 1);
      gl.drawArrays(gl.TRIANGLES, 0, this.#areas.count);
    }
    for (const [width, colours] of [
      [SHADE_WIDTH, SHADE],
      [LINE_WIDTH, LINE],
    ] as const) {
      if (this.#edges.count === 0) break;
      const uniform = this.#use('edges', this.#edges, view, alpha);
      gl.uniform4fv(uniform('colours'), colours);
      gl.uniform1f(uniform('width'), width * pixelRatio);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.#edges.count);
    }
    const uniform = this.#use('sprites', this.#sprites, view, alpha);
    gl.activeTexture(gl.TEXTURE0 + UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.#atlas);
    gl.uniform1i(uniform('atlas'), UNIT);
    gl.uniform2f(uniform('cell'), cellSize, columns);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.#sprites.count);
    gl.bindVertexArray(null);
    gl.disable(gl.BLEND);
  }

  free(): void {
    const gl = this.#gl;
    gl.deleteTexture(this.#atlas);
    for (const { array, buffer } of [this.#sprites, this.#areas, this.#edges]) {
      gl.deleteVertexArray(array);
      gl.deleteBuffer(buffer);
    }
  }

  /** Readies a program and its vertices; returns what finds its uniforms. */
  #use(
    name: keyof ReturnType<typeof createPrograms>,
    { array }: Vertices,
    { camera, fov, width, height }: FrameView,
    alpha: number,
  ): Program['uniform'] {
    const gl = this.#gl;
    const { program, uniform } = this.#programs[name];
    const extent = Math.tan(fov / 2);
    // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's method, no React hook
    gl.useProgram(program);
    gl.bindVertexArray(array);
    gl.uniformMatrix3fv(uniform('camera'), false, camera);
    gl.uniform2f(uniform('extent'), (extent * width) / height, extent);
    gl.uniform2f(uniform('screen'), width, height);
    gl.uniform3iv(uniform('lit'), [...this.lit]);
    gl.uniform1f(uniform('alpha'), alpha);
    return uniform;
  }
}

/** Gives a scene its marks, where they are new, and says which of them are lit. */
export function setOverlay(
  programs: Programs | undefined,
  scene: { overlay?: Overlay | undefined } | undefined,
  { marks, lit }: OverlayCommand,
): void {
  if (programs && scene && marks) {
    scene.overlay?.free();
    scene.overlay = new MarksOverlay(programs, marks);
  }
  marks?.atlas.close();
  if (scene?.overlay) scene.overlay.lit = lit;
}
