import type { FrameView, Overlay } from './content.ts';
import { SHARED, SPRITE_FRAGMENT, SPRITE_VERTEX } from './overlay-shaders.ts';
import type { Program, Programs } from './program.ts';
import type { MarkLayer, Marks, OverlayCommand } from './protocol.ts';

/** No other images are bound to it. */
const UNIT = 7;

/** By their vertex shaders, one set for each life of a context. */
const compiled = new WeakMap<Programs, Record<string, Program>>();

/** A layer on the GPU. */
interface Layer extends Pick<MarkLayer, 'areStrips' | 'coats'> {
  program: Program;
  array: WebGLVertexArrayObject;
  buffer: WebGLBuffer;
  count: number;
}

function createLayer(
  programs: Programs,
  { vertex, fragment, items, size, areStrips, coats }: MarkLayer,
): Layer {
  const { gl } = programs;
  const known = compiled.get(programs) ?? {};
  compiled.set(programs, known);
  known[vertex] ??= programs.create(SHARED + vertex, fragment);
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, items, gl.STATIC_DRAW);
  for (let index = 0; index * 4 < size; index++) {
    gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(index, Math.min(4, size - index * 4), gl.FLOAT, false, size * 4, index * 16);
    gl.vertexAttribDivisor(index, Number(areStrips));
  }
  gl.bindVertexArray(null);
  return { program: known[vertex], array, buffer, count: items.length / size, areStrips, coats };
}

/** Draws a scene's hotspots: the areas, and over them the markers. */
class MarksOverlay implements Overlay {
  readonly #gl: WebGL2RenderingContext;
  readonly #atlas: WebGLTexture;
  readonly #areas: Layer[];
  readonly #markers: Layer;
  lit: OverlayCommand['lit'] = [-1, -1, -1];

  constructor(programs: Programs, { atlas, points, areas }: Marks) {
    const { gl } = programs;
    this.#gl = gl;
    this.#atlas = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0 + UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.#atlas);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, atlas);
    this.#areas = areas.map((layer) => createLayer(programs, layer));
    this.#markers = createLayer(programs, {
      vertex: SPRITE_VERTEX,
      fragment: SPRITE_FRAGMENT,
      items: points,
      size: 4,
      areStrips: true,
      coats: [],
    });
  }

  draw(view: FrameView, alpha: number): void {
    const gl = this.#gl;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    for (const layer of this.#areas) {
      const uniform = this.#use(layer, view, alpha);
      for (const { colours, width } of layer.coats) {
        gl.uniform4fv(uniform('colours'), colours);
        gl.uniform1f(uniform('width'), width);
        if (layer.areStrips) gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, layer.count);
        else gl.drawArrays(gl.TRIANGLES, 0, layer.count);
      }
    }
    const uniform = this.#use(this.#markers, view, alpha);
    gl.activeTexture(gl.TEXTURE0 + UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.#atlas);
    gl.uniform1i(uniform('atlas'), UNIT);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.#markers.count);
    gl.bindVertexArray(null);
    gl.disable(gl.BLEND);
  }

  free(): void {
    const gl = this.#gl;
    gl.deleteTexture(this.#atlas);
    for (const { array, buffer } of [this.#markers, ...this.#areas]) {
      gl.deleteVertexArray(array);
      gl.deleteBuffer(buffer);
    }
  }

  /** Readies a layer's program and vertices; returns what finds the program's uniforms. */
  #use(
    { program: { program, uniform }, array }: Layer,
    { camera, fov, width, height }: FrameView,
    alpha: number,
  ): Program['uniform'] {
    const gl = this.#gl;
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
