import type { Viewer } from '../viewer.ts';

/** Where people looked: shares from 0 to 1, row by row from the zenith down, each from the picture's left edge. */
export interface GazeMap {
  columns: number;
  rows: number;
  shares: readonly number[];
}

const VERTEX = `#version 300 es
in vec2 corner;
out vec2 place;
void main() {
  place = corner;
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/** The direction of each pixel in the picture's frame, and the warmth there: cold is clear, warm is gold, hot is red. */
const FRAGMENT = `#version 300 es
precision highp float;
in vec2 place;
out vec4 colour;
uniform mat3 camera;
uniform vec2 extent;
uniform sampler2D map;
const float PI = 3.14159265358979;
void main() {
  vec3 ray = camera * vec3(place * extent, -1.0);
  float yaw = atan(ray.x, -ray.z);
  float pitch = atan(ray.y, length(ray.xz));
  float heat = textureLod(map, vec2(yaw / (2.0 * PI) + 0.5, 0.5 - pitch / PI), 0.0).r;
  vec3 warm = mix(vec3(0.13, 0.42, 0.62), vec3(0.95, 0.72, 0.2), smoothstep(0.05, 0.45, heat));
  vec3 tone = mix(warm, vec3(0.84, 0.16, 0.1), smoothstep(0.45, 0.95, heat));
  float opacity = smoothstep(0.01, 0.25, heat) * 0.62;
  colour = vec4(tone * opacity, opacity);
}`;

/** The map without the edges of its fields: each shares with its neighbours, across the picture's seam too. */
export function soften({ columns, rows, shares }: GazeMap): number[] {
  const at = (row: number, column: number) =>
    shares[Math.min(rows - 1, Math.max(0, row)) * columns + ((column + columns) % columns)] ?? 0;
  const soft = shares.map((_, index) => {
    const row = Math.floor(index / columns);
    const column = index % columns;
    const beside = at(row, column - 1) + at(row, column + 1) + at(row - 1, column) + at(row + 1, column);
    return 0.6 * at(row, column) + 0.1 * beside;
  });
  const most = Math.max(...soft);
  return most > 0 ? soft.map((share) => share / most) : soft;
}

function compile(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type);
  if (!shader) throw new Error('no shader');
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}

function prepare(gl: WebGL2RenderingContext, map: GazeMap) {
  const program = gl.createProgram();
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, FRAGMENT));
  gl.bindAttribLocation(program, 0, 'corner');
  gl.linkProgram(program);
  // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's method, no React hook
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  const bytes = Uint8Array.from(soften(map), (share) => Math.round(share * 255));
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, map.columns, map.rows, 0, gl.RED, gl.UNSIGNED_BYTE, bytes);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.REPEAT);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  return {
    camera: gl.getUniformLocation(program, 'camera'),
    extent: gl.getUniformLocation(program, 'extent'),
  };
}

/** Lays a map of where people looked over a viewer's picture, and turns it with the view. @returns removes it */
export function showGaze(viewer: Viewer, map: GazeMap): () => void {
  const { root, camera, events, signal } = viewer.parts;
  const canvas = document.createElement('canvas');
  canvas.className = 'o360-gaze';
  canvas.setAttribute('aria-hidden', 'true');
  Object.assign(canvas.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    pointerEvents: 'none',
  });
  const gl = canvas.getContext('webgl2', { premultipliedAlpha: true, antialias: false });
  if (!gl) return () => undefined;
  const places = prepare(gl, map);
  const draw = () => {
    const { clientWidth: width, clientHeight: height } = root;
    if (width === 0 || height === 0) return;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const { camera: axes, fov } = camera.sight;
    const up = Math.tan(fov / 2);
    gl.viewport(0, 0, width, height);
    gl.uniformMatrix3fv(places.camera, false, axes);
    gl.uniform2f(places.extent, (up * width) / height, up);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  };
  let frame = 0;
  const plan = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };
  const sizes = new ResizeObserver(plan);
  const end = () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    stop();
    canvas.remove();
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  };
  const stop = events.on('viewchange', plan);
  root.append(canvas);
  sizes.observe(root);
  signal.addEventListener('abort', end, { once: true });
  return end;
}
