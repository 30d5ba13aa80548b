/** A driver is slow that takes so long for a frame; nothing less than two frames of the screen can be told. */
const LATE_MS = 40;

/** Without what a panorama has no use for: antialiasing, transparency, depth. */
export function getContext(canvas: HTMLCanvasElement | OffscreenCanvas): WebGL2RenderingContext | null {
  const context = canvas.getContext('webgl2', {
    antialias: false,
    alpha: false,
    depth: false,
    stencil: false,
  });
  return context instanceof WebGL2RenderingContext ? context : null;
}

/** Browsers allow a handful of contexts and collect them late. */
export const release = (gl: WebGL2RenderingContext): void =>
  gl.getExtension('WEBGL_lose_context')?.loseContext();

/** Marks what the driver was asked for until now. */
export const addFence = (gl: WebGL2RenderingContext): WebGLSync | null =>
  gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);

export const isDrawn = (gl: WebGL2RenderingContext, fence: WebGLSync): boolean =>
  gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;

/**
 * Calls back once the driver has drawn what it was asked for: on a busy machine the first frame may take long. Not when the
 * context is lost.
 */
export function afterDrawing(gl: WebGL2RenderingContext | null, callback: () => void): void {
  const fence = gl && addFence(gl);
  if (!fence) return;
  gl.flush();
  const look = () => {
    if (!gl.isSync(fence)) return;
    if (!isDrawn(gl, fence)) {
      requestAnimationFrame(look);
      return;
    }
    gl.deleteSync(fence);
    callback();
  };
  requestAnimationFrame(look);
}

/** Calls back if the driver takes long for what it was asked for. */
export function whenLate(gl: WebGL2RenderingContext, callback: () => void): void {
  const startMs = performance.now();
  afterDrawing(gl, () => {
    if (performance.now() - startMs > LATE_MS) callback();
  });
}

/** Drivers compile at the first draw call: a pixel now, while the media are on their way, saves the first frame that. */
export function warmUp(gl: WebGL2RenderingContext, bind: () => void): void {
  bind();
  gl.viewport(0, 0, 1, 1);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
}
