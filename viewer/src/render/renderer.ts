import { MONO_SPHERE, type Placement } from '../math/placement.ts';
import { DEFAULT_FOV, type Orientation, scaleFov, sightOf } from '../math/view.ts';
import { aspectOf, type Content, type FrameView, type UploadPace } from './content.ts';
import { ImageContent } from './image-content.ts';
import { Programs } from './program.ts';
import type { PastView, SceneCommand, StageCommand, StageEvent } from './protocol.ts';
import { TileArray } from './tile-array.ts';
import { TileContent } from './tile-content.ts';
import { WholeContent } from './whole-content.ts';

type CommandOf<T extends StageCommand['type']> = Extract<StageCommand, { type: T }>;

/** What the renderer may do on its thread. */
export interface RendererPace extends Omit<UploadPace, 'hurry'> {
  /** Whether the first frame may take what it needs beyond the budget. */
  mayBlock: boolean;
}

/** What belongs to one scene and one life of the GL context. */
interface SceneState {
  number: number;
  placement: Placement;
  /** How it will be looked at, while it is behind another scene. */
  arrival?: Orientation | undefined;
  /** A preview or a video frame. */
  whole?: WholeContent | undefined;
  isVideo: boolean;
  image?: ImageContent | undefined;
  tiles?: TileContent | undefined;
  /** What was drawn last: the photo once it covers the screen, and never the preview again. */
  shown?: Content | undefined;
  /** Whether the first frame has been announced: until then nothing else keeps the driver busy. */
  isReady: boolean;
  isSharp: boolean;
}

const newScene = (number: number, placement: Placement, arrival?: Orientation): SceneState => ({
  number,
  placement,
  arrival,
  isVideo: false,
  isReady: false,
  isSharp: false,
});

/** While two scenes are on the GPU a frame may take this long to upload, so that the fade stays smooth. */
const FADE_BUDGET_MS = 4;
const UNTURNED: PastView = { yaw: 0, pitch: 0, zoom: 1 };

/**
 * Draws a scene on one canvas, and the one before while it fades out, on demand: it requests a frame only after something
 * changed. Runs in a worker or on the main thread.
 */
export class Renderer {
  readonly #canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly #gl: WebGL2RenderingContext | null;
  readonly #emit: (event: StageEvent) => void;
  readonly #pace: RendererPace;
  readonly #loseContext: WEBGL_lose_context | null = null;
  #programs: Programs | undefined;
  #orientation: Orientation = { yaw: 0, pitch: 0, roll: 0, fov: DEFAULT_FOV };
  #scene = newScene(0, MONO_SPHERE);
  /** The scene before, as long as some of it shows. */
  #past: SceneState | undefined;
  #pastView = UNTURNED;
  /** How much of the current scene shows. */
  #mix = 1;
  /** All scenes' tiles; it stays until the context is lost. */
  #tiles: TileArray | undefined;
  #hasDrawn = false;
  #request = 0;

  constructor(
    canvas: HTMLCanvasElement | OffscreenCanvas,
    emit: (event: StageEvent) => void,
    pace: RendererPace,
  ) {
    this.#canvas = canvas;
    this.#emit = emit;
    this.#pace = pace;
    this.#gl = getContext(canvas);
    if (!this.#gl) {
      emit({ type: 'unsupported' });
      return;
    }
    this.#loseContext = this.#gl.getExtension('WEBGL_lose_context');
    canvas.addEventListener('webglcontextlost', this.#onLost);
    canvas.addEventListener('webglcontextrestored', this.#onRestored);
    this.#programs = new Programs(this.#gl);
    this.#warmUp(() => this.#programs?.activate('whole'));
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
      case 'mix':
        this.#setMix(command);
        break;
      case 'back':
        this.#goBack();
        break;
      case 'preview':
        void this.#setPreview(command);
        break;
      case 'frame':
        this.#drawVideoFrame(command);
        break;
      case 'image':
        this.#startImage(command);
        break;
      case 'tile':
        this.#addTile(command);
        break;
      case 'drop':
        this.#stateOf(command.scene)?.tiles?.drop(command.key);
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
    this.#canvas.width = width;
    this.#canvas.height = height;
    // Resizing clears the canvas: draw at once, so that no empty frame is shown.
    this.#draw();
    this.#invalidate();
  }

  #stateOf(scene: number): SceneState | undefined {
    return [this.#scene, this.#past].find((state) => state?.number === scene);
  }

  /** What the camera shows of a scene's picture. */
  #viewOf(scene: SceneState): FrameView {
    const { width, height } = this.#canvas;
    const orientation = { ...this.#orientation };
    if (scene === this.#past) {
      orientation.yaw += this.#pastView.yaw;
      orientation.pitch += this.#pastView.pitch;
      orientation.fov = scaleFov(orientation.fov, this.#pastView.zoom);
    }
    return { ...sightOf(scene.arrival ?? orientation, scene.placement.pose), width, height };
  }

  #startScene({ scene, placement, pyramid, capacity, behind }: SceneCommand): void {
    this.#free(this.#past);
    this.#past = undefined;
    if (behind) this.#past = this.#scene;
    else this.#free(this.#scene);
    this.#pastView = UNTURNED;
    this.#mix = behind ? 0 : 1;
    this.#scene = newScene(scene, placement, behind);
    if (!pyramid || !this.#gl || !this.#programs) return;
    const array = this.#arrayFor(this.#gl, pyramid.tileSize, capacity);
    const tiles = new TileContent(this.#gl, this.#programs, { pyramid, placement, array });
    this.#scene.tiles = tiles;
    this.#warmUp(() => tiles.bind(this.#viewOf(this.#scene)));
  }

  #arrayFor(gl: WebGL2RenderingContext, tileSize: number, capacity: number): TileArray {
    if (!this.#tiles || this.#tiles.tileSize !== tileSize || this.#tiles.capacity < capacity) {
      this.#tiles?.retire();
      this.#tiles = new TileArray(gl, tileSize, capacity);
    }
    return this.#tiles;
  }

  #setMix({ mix, orientation, past }: CommandOf<'mix'>): void {
    this.#orientation = orientation;
    this.#pastView = past;
    this.#scene.arrival = undefined;
    this.#mix = mix;
    if (mix >= 1) {
      this.#free(this.#past);
      this.#past = undefined;
    }
    this.#invalidate();
  }

  #goBack(): void {
    if (!this.#past) return;
    this.#free(this.#scene);
    this.#scene = this.#past;
    this.#past = undefined;
    this.#mix = 1;
    this.#invalidate();
  }

  /** Drivers compile at the first draw call: a pixel now, while the media are on their way, saves the first frame that. */
  #warmUp(bind: () => void): void {
    const gl = this.#gl;
    if (!gl || this.#hasDrawn) return;
    bind();
    gl.viewport(0, 0, 1, 1);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  async #setPreview({ scene, bitmap }: CommandOf<'preview'>): Promise<void> {
    const state = this.#stateOf(scene);
    if (state) {
      this.#setWhole(state, bitmap);
      this.#invalidate();
      await state.tiles?.standIn(bitmap).catch(() => undefined);
      this.#invalidate();
    }
    bitmap.close();
  }

  #startImage({ scene, bitmap }: CommandOf<'image'>): void {
    const state = this.#stateOf(scene);
    if (!this.#gl || !this.#programs || !state) {
      bitmap.close();
      return;
    }
    state.image?.free();
    state.image = new ImageContent(this.#gl, this.#programs, bitmap, state.placement);
    this.#invalidate();
  }

  #addTile({ scene, key, bitmap }: CommandOf<'tile'>): void {
    const tiles = this.#stateOf(scene)?.tiles;
    if (tiles) tiles.add(key, bitmap);
    else bitmap.close();
    this.#invalidate();
  }

  #drawVideoFrame({ scene, frame }: CommandOf<'frame'>): void {
    const state = this.#stateOf(scene);
    if (state) {
      state.isVideo = true;
      this.#setWhole(state, frame);
    }
    if ('close' in frame) frame.close();
    this.#frame();
    this.#emit({ type: 'framedrawn' });
  }

  #setWhole(state: SceneState, source: TexImageSource): void {
    if (!this.#gl || !this.#programs) return;
    state.whole ??= new WholeContent(this.#gl, this.#programs, state.placement);
    state.whole.set(source);
  }

  #invalidate(): void {
    if (!this.#request && this.#programs) this.#request = requestAnimationFrame(this.#frame);
  }

  readonly #frame = (): void => {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    if (!this.#programs) return;
    if (this.#past) this.#update(this.#past);
    const scene = this.#scene;
    const isFirst = !scene.shown;
    this.#update(scene);
    this.#draw();
    const { shown } = scene;
    if (!shown) return;
    if (isFirst) this.#announce('ready', scene.number);
    if (this.#past || scene.isSharp || (shown === scene.whole && !scene.isVideo)) return;
    scene.isSharp = shown.isSharp(this.#viewOf(scene));
    if (scene.isSharp) this.#announce('sharp', scene.number);
  };

  /** Sends waiting images to the GPU, and chooses the best that covers the screen. */
  #update(scene: SceneState): void {
    const view = this.#viewOf(scene);
    const photo = scene.tiles ?? scene.image;
    const isShown = photo !== undefined && scene.shown === photo;
    const hurry = isShown || (this.#pace.mayBlock && !scene.shown && !this.#past);
    const budgetMs = this.#past ? Math.min(FADE_BUDGET_MS, this.#pace.budgetMs) : this.#pace.budgetMs;
    const mayUpload = scene.isReady || !scene.shown;
    if (mayUpload && photo?.upload(view, { ...this.#pace, budgetMs, hurry })) this.#invalidate();
    const content = photo && (isShown || photo.covers(view)) ? photo : scene.whole;
    if (content) scene.shown = content;
  }

  /** Emits once the driver has drawn what it was asked for: on a busy machine the first frame may take long. */
  #announce(type: 'ready' | 'sharp', scene: number): void {
    const gl = this.#gl;
    const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!gl || !fence) return;
    gl.flush();
    const look = () => {
      const state = this.#stateOf(scene);
      if (!state || !gl.isSync(fence)) return;
      if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
        requestAnimationFrame(look);
        return;
      }
      gl.deleteSync(fence);
      this.#emit({ type, scene });
      if (type === 'ready') {
        state.isReady = true;
        this.#invalidate();
      }
    };
    requestAnimationFrame(look);
  }

  #draw(): void {
    const gl = this.#gl;
    if (!gl || !this.#programs) return;
    if (this.#past) this.#drawScene(gl, this.#past);
    if (this.#past && this.#mix === 0) return;
    gl.blendColor(0, 0, 0, this.#mix);
    gl.blendFunc(gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA);
    if (this.#past) gl.enable(gl.BLEND);
    this.#drawScene(gl, this.#scene);
    gl.disable(gl.BLEND);
  }

  #drawScene(gl: WebGL2RenderingContext, scene: SceneState): void {
    if (!scene.shown) return;
    const view = this.#viewOf(scene);
    gl.viewport(0, 0, view.width, view.height);
    const program = scene.shown.bind(view);
    gl.uniformMatrix3fv(program.uniform('camera'), false, view.camera);
    const extentY = Math.tan(view.fov / 2);
    this.#hasDrawn = true;
    gl.uniform2f(program.uniform('extent'), extentY * aspectOf(view), extentY);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #free(scene: SceneState | undefined): void {
    for (const content of [scene?.whole, scene?.image, scene?.tiles]) content?.free();
  }

  #freeAll(): void {
    this.#free(this.#past);
    this.#free(this.#scene);
    this.#past = undefined;
    this.#mix = 1;
    this.#tiles?.retire();
    this.#tiles = undefined;
  }

  readonly #onLost = (event: Event): void => {
    // Without this the browser never gives the context back.
    event.preventDefault();
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#freeAll();
    this.#scene = newScene(this.#scene.number, this.#scene.placement);
    this.#programs = undefined;
    this.#emit({ type: 'contextlost' });
  };

  readonly #onRestored = (): void => {
    if (!this.#gl) return;
    this.#programs = new Programs(this.#gl);
    this.#emit({ type: 'contextrestored' });
  };

  #destroy(): void {
    cancelAnimationFrame(this.#request);
    this.#canvas.removeEventListener('webglcontextlost', this.#onLost);
    this.#canvas.removeEventListener('webglcontextrestored', this.#onRestored);
    this.#freeAll();
    this.#programs = undefined;
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
