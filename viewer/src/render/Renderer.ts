import { chooseLevel, type TileKey, visibleTiles } from '../math/tiles.ts';
import { cameraMatrix, DEFAULT_FOV, type Orientation } from '../math/view.ts';
import { createProgram, createTexture, type Program } from './program.ts';
import type { StageCommand, StageEvent } from './protocol.ts';
import { TILES_FRAGMENT, WHOLE_FRAGMENT } from './shaders.ts';
import { TilePool } from './TilePool.ts';
import { UploadQueue } from './UploadQueue.ts';

const WHOLE_UNIT = 0;

/** What lives and dies with one GL context. */
interface Resources {
  whole: Program;
  tiles: Program;
  wholeTexture: WebGLTexture;
}

/**
 * Draws one scene on one canvas, on demand: a frame is asked for only after something changed. Runs in a worker
 * or on the main thread; `uploadBudgetMs` bounds how long one frame may spend on textures.
 */
export class Renderer {
  readonly #canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly #gl: WebGL2RenderingContext | null;
  readonly #emit: (event: StageEvent) => void;
  readonly #loseContext: WEBGL_lose_context | null = null;
  readonly #uploads: UploadQueue;
  #resources: Resources | undefined;
  #pool: TilePool | undefined;
  #orientation: Orientation = { yaw: 0, pitch: 0, roll: 0, fov: DEFAULT_FOV };
  #scene = 0;
  #hasWhole = false;
  #isReady = false;
  #isSharp = false;
  #request = 0;

  constructor(
    canvas: HTMLCanvasElement | OffscreenCanvas,
    emit: (event: StageEvent) => void,
    uploadBudgetMs: number,
  ) {
    this.#canvas = canvas;
    this.#emit = emit;
    this.#uploads = new UploadQueue(uploadBudgetMs);
    this.#gl = getContext(canvas);
    if (!this.#gl) {
      emit({ type: 'unsupported' });
      return;
    }
    this.#loseContext = this.#gl.getExtension('WEBGL_lose_context');
    canvas.addEventListener('webglcontextlost', this.#onLost);
    canvas.addEventListener('webglcontextrestored', this.#onRestored);
    this.#createResources(this.#gl);
    emit({ type: 'started', maxTextureSize: this.#gl.getParameter(this.#gl.MAX_TEXTURE_SIZE) });
  }

  handle(command: StageCommand): void {
    switch (command.type) {
      case 'resize':
        this.#resize(command.width, command.height);
        break;
      case 'view':
        this.#orientation = command.orientation;
        this.#invalidate();
        break;
      case 'scene':
        this.#startScene(command);
        break;
      case 'preview':
        this.#setWhole(command.bitmap);
        command.bitmap.close();
        this.#invalidate();
        break;
      case 'frame':
        this.#drawVideoFrame(command.frame);
        break;
      case 'tile':
        this.#uploads.add(command.key, command.bitmap);
        this.#invalidate();
        break;
      case 'picture':
        this.#startPicture(command);
        break;
      case 'drop':
        this.#uploads.remove(command.key);
        this.#pool?.drop(command.key);
        break;
      case 'losecontext':
        this.#loseContext?.loseContext();
        break;
      case 'restorecontext':
        this.#loseContext?.restoreContext();
        break;
      case 'destroy':
        this.#destroy();
        break;
    }
  }

  #resize(width: number, height: number): void {
    if (this.#canvas.width === width && this.#canvas.height === height) return;
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#gl?.viewport(0, 0, width, height);
    // Resizing clears the canvas: draw at once, so that no empty frame is shown.
    if (this.#isReady) this.#draw();
    this.#invalidate();
  }

  #startScene({ scene, pyramid, capacity }: Extract<StageCommand, { type: 'scene' }>): void {
    this.#scene = scene;
    this.#uploads.clear();
    this.#pool?.free();
    this.#pool = undefined;
    this.#hasWhole = this.#isReady = this.#isSharp = false;
    const gl = this.#gl;
    const resources = this.#resources;
    if (!gl || !resources) return;
    // A one-texel picture takes the place of the last preview or video frame, whose memory goes.
    gl.activeTexture(gl.TEXTURE0 + WHOLE_UNIT);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    if (pyramid) this.#pool = new TilePool(gl, pyramid, capacity);
  }

  #startPicture({ bitmap, pyramid, capacity }: Extract<StageCommand, { type: 'picture' }>): void {
    if (!this.#gl || !this.#resources) {
      bitmap.close();
      return;
    }
    this.#pool?.free();
    this.#pool = new TilePool(this.#gl, pyramid, capacity);
    this.#uploads.addPicture(pyramid, bitmap, this.#visible());
    this.#invalidate();
  }

  #setWhole(source: TexImageSource | VideoFrame): void {
    const gl = this.#gl;
    if (!gl || !this.#resources) return;
    gl.activeTexture(gl.TEXTURE0 + WHOLE_UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.#resources.wholeTexture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, source);
    this.#hasWhole = true;
  }

  #drawVideoFrame(frame: VideoFrame | ImageBitmap | HTMLVideoElement): void {
    this.#setWhole(frame);
    if ('close' in frame) frame.close();
    this.#frame();
    this.#emit({ type: 'framedrawn' });
    if (this.#isReady && !this.#isSharp) {
      this.#isSharp = true;
      this.#emit({ type: 'sharp', scene: this.#scene });
    }
  }

  #visible(): TileKey[] {
    if (!this.#pool) return [];
    const { pyramid } = this.#pool;
    const { width, height } = this.#canvas;
    const level = chooseLevel(pyramid.levels, this.#orientation.fov, height);
    return visibleTiles(pyramid, level, this.#orientation, width / Math.max(1, height));
  }

  #invalidate(): void {
    if (!this.#request && this.#resources) this.#request = requestAnimationFrame(this.#frame);
  }

  readonly #frame = (): void => {
    if (this.#request) cancelAnimationFrame(this.#request);
    this.#request = 0;
    if (!this.#resources) return;
    const pool = this.#pool;
    if (pool && this.#uploads.run(pool, !this.#isReady)) this.#invalidate();
    if (!this.#isReady) {
      const covered = pool && !this.#hasWhole && this.#visible().every((key) => pool.covers(key));
      if (!this.#hasWhole && !covered) return;
    }
    this.#draw();
    if (!this.#isReady) {
      this.#isReady = true;
      this.#emit({ type: 'ready', scene: this.#scene });
    }
    if (!this.#isSharp && pool && this.#visible().every((key) => pool.has(key))) {
      this.#isSharp = true;
      this.#emit({ type: 'sharp', scene: this.#scene });
    }
  };

  #draw(): void {
    const gl = this.#gl;
    if (!gl || !this.#resources) return;
    const program = this.#pool ? this.#resources.tiles : this.#resources.whole;
    program.use();
    gl.uniform1i(program.uniform('whole'), WHOLE_UNIT);
    this.#pool?.bind(program);
    gl.uniformMatrix3fv(program.uniform('camera'), false, cameraMatrix(this.#orientation));
    const extent = Math.tan(this.#orientation.fov / 2);
    const aspect = this.#canvas.width / Math.max(1, this.#canvas.height);
    gl.uniform2f(program.uniform('extent'), extent * aspect, extent);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #createResources(gl: WebGL2RenderingContext): void {
    this.#resources = {
      whole: createProgram(gl, WHOLE_FRAGMENT),
      tiles: createProgram(gl, TILES_FRAGMENT),
      wholeTexture: createTexture(gl, gl.TEXTURE_2D, WHOLE_UNIT),
    };
    gl.viewport(0, 0, this.#canvas.width, this.#canvas.height);
  }

  readonly #onLost = (event: Event): void => {
    // Without this the browser never gives the context back.
    event.preventDefault();
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#resources = undefined;
    this.#pool = undefined;
    this.#uploads.clear();
    this.#emit({ type: 'contextlost' });
  };

  readonly #onRestored = (): void => {
    if (!this.#gl) return;
    this.#createResources(this.#gl);
    this.#emit({ type: 'contextrestored' });
  };

  #destroy(): void {
    cancelAnimationFrame(this.#request);
    this.#canvas.removeEventListener('webglcontextlost', this.#onLost);
    this.#canvas.removeEventListener('webglcontextrestored', this.#onRestored);
    this.#uploads.clear();
    this.#resources = undefined;
    // Browsers allow a handful of contexts and collect them late.
    this.#loseContext?.loseContext();
  }
}

/** Without what a panorama has no use for: antialiasing, transparency, depth. */
function getContext(canvas: HTMLCanvasElement | OffscreenCanvas): WebGL2RenderingContext | null {
  const context = canvas.getContext('webgl2', {
    antialias: false,
    alpha: false,
    depth: false,
    stencil: false,
  });
  return context instanceof WebGL2RenderingContext ? context : null;
}
