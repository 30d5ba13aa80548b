import { VERTEX } from './shaders.ts';

/** A linked program and its uniform locations by name. */
export interface Program {
  use(): void;
  uniform(name: string): WebGLUniformLocation | null;
}

/** Compiles and links; errors (a lost context among them) show when drawing, not here. */
export function createProgram(gl: WebGL2RenderingContext, fragmentSource: string): Program {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) continue;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  const locations = new Map<string, WebGLUniformLocation | null>();
  return {
    use: () => gl.useProgram(program),
    uniform(name) {
      let location = locations.get(name);
      if (location === undefined) {
        location = gl.getUniformLocation(program, name);
        locations.set(name, location);
      }
      return location;
    },
  };
}

/** Linear filtering without mipmaps, repeated around the sphere. Bound to `unit` on return. */
export function createTexture(gl: WebGL2RenderingContext, target: number, unit: number): WebGLTexture {
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(target, texture);
  gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(target, gl.TEXTURE_WRAP_S, gl.REPEAT);
  gl.texParameteri(target, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}
