/** What the renderer does from now on: draw calls and animation frames, textures made and freed. */
export function countWork(): void {
  const scope = globalThis as typeof globalThis & { work: Record<string, number> };
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
  scope.requestAnimationFrame = (callback) => {
    scope.work.frames = (scope.work.frames ?? 0) + 1;
    return request(callback);
  };
}

/** What it has done since `countWork`. */
export const work = () => (globalThis as typeof globalThis & { work: Record<string, number> }).work;
