import { ENLARGED_TILES_FRAGMENT, TILES_FRAGMENT, VERTEX, WHOLE_FRAGMENT } from './shaders.ts';

const FRAGMENTS = {
  whole: WHOLE_FRAGMENT,
  tiles: TILES_FRAGMENT,
  enlargedTiles: ENLARGED_TILES_FRAGMENT,
};

export interface Program {
  program: WebGLProgram;
  uniform(name: string): WebGLUniformLocation | null;
}

/** The programs of one GL context, each compiled when it is first used. */
export class Programs {
  readonly gl: WebGL2RenderingContext;
  readonly #programs: { [Name in keyof typeof FRAGMENTS]?: Program } = {};

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
  }

  activate(name: keyof typeof FRAGMENTS): Program {
    this.#programs[name] ??= this.create(VERTEX, FRAGMENTS[name]);
    const program = this.#programs[name];
    // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's method, no React hook
    this.gl.useProgram(program.program);
    return program;
  }

  /** Compiles and links; errors (a lost context among them) show when drawing, not here. */
  create(vertex: string, fragment: string): Program {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [type, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(type);
      if (!shader) continue;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      gl.deleteShader(shader);
    }
    gl.linkProgram(program);
    const locations: Record<string, WebGLUniformLocation | null> = {};
    const uniform = (name: string) => {
      locations[name] ??= gl.getUniformLocation(program, name);
      return locations[name];
    };
    return { program, uniform };
  }
}

export function bindTexture(
  gl: WebGL2RenderingContext,
  target: number,
  unit: number,
  texture: WebGLTexture | null,
): void {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(target, texture);
}

/** Linear filtering without mipmaps, repeated around the sphere. Bound to `unit` on return. */
export function createTexture(
  gl: WebGL2RenderingContext,
  target: number,
  unit: number,
  wrap: number = gl.REPEAT,
): WebGLTexture {
  const texture = gl.createTexture();
  bindTexture(gl, target, unit, texture);
  gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(target, gl.TEXTURE_WRAP_S, wrap);
  gl.texParameteri(target, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}

/** Runs uploads that begin at `x`, `y` of their source. */
export function unpackFrom(gl: WebGL2RenderingContext, x: number, y: number, upload: () => void): void {
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, x);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, y);
  upload();
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0);
}
