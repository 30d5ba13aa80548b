type CountingScope = typeof globalThis & {
  work: Record<string, number>;
  /** The browser's own, whose frames are those of a test. */
  uncountedFrame?: typeof requestAnimationFrame;
};

/** Waits for two frames, which are not counted. */
export function twoFrames(): Promise<void> {
  const request = (globalThis as CountingScope).uncountedFrame ?? requestAnimationFrame;
  return new Promise((resolve) => {
    request(() => request(() => resolve()));
  });
}

/** What the renderer does from now on: draw calls and animation frames, textures made and freed. */
export function countWork(): void {
  const scope = globalThis as CountingScope;
  scope.work = { draws: 0, frames: 0, textures: 0 };
  const prototype = WebGL2RenderingContext.prototype;
  const { drawArrays, createTexture, deleteTexture } = prototype;
  prototype.drawArrays = function (...given) {
    scope.work.draws = (scope.work.draws ?? 0) + 1;
    drawArrays.apply(this, given);
  };
  prototype.createTexture = function () {
    scope.work.textures = (scope.work.textures ?? 0) + 1;
    return createTexture.call(this);
  };
  prototype.deleteTexture = function (texture) {
    scope.work.textures = (scope.work.textures ?? 0) - 1;
    deleteTexture.call(this, texture);
  };
  const request = scope.requestAnimationFrame.bind(scope);
  scope.uncountedFrame = request;
  scope.requestAnimationFrame = (callback) => {
    scope.work.frames = (scope.work.frames ?? 0) + 1;
    return request(callback);
  };
}

/** From now on the driver says that it takes 60 ms for a frame; notes how wide what is drawn is, in pixels. */
export function slowDriver(): void {
  const scope = globalThis as typeof globalThis & { widths: number[] };
  scope.widths = [];
  const prototype = WebGL2RenderingContext.prototype;
  const { fenceSync, getSyncParameter, viewport } = prototype;
  const drawnMs = new WeakMap<WebGLSync, number>();
  prototype.fenceSync = function (...given) {
    const sync = fenceSync.apply(this, given);
    if (sync) drawnMs.set(sync, performance.now() + 60);
    return sync;
  };
  prototype.getSyncParameter = function (sync, name) {
    const isDrawn = performance.now() > (drawnMs.get(sync) ?? 0);
    return isDrawn ? getSyncParameter.call(this, sync, name) : this.UNSIGNALED;
  };
  prototype.viewport = function (...given) {
    scope.widths.push(given[2]);
    viewport.apply(this, given);
  };
}

/** The widths since then, or since they were last taken. */
export const takeWidths = () => (globalThis as typeof globalThis & { widths: number[] }).widths.splice(0);

/** What it has done since `countWork`. */
export const work = () => (globalThis as typeof globalThis & { work: Record<string, number> }).work;
