import { MONO_SPHERE } from '../math/placement.ts';
import { DEFAULT_FOV, type Orientation } from '../math/view.ts';
import type { FrameView } from './content.ts';
import { addFence, afterDrawing, getContext, isDrawn, warmUp, whenLate } from './context.ts';
import { Programs } from './program.ts';
import type {
  ExtraCommand,
  MediaCommand,
  MixCommand,
  PastView,
  SceneCommand,
  StageCommand,
  StageEvent,
} from './protocol.ts';
import { receive } from './receive.ts';
import {
  drawScene,
  drawScenes,
  freeScene,
  newScene,
  type RendererPace,
  type SceneState,
  updateScene,
  viewOfScene,
} from './scene-state.ts';
import { TileArray } from './tile-array.ts';
import { TileContent } from './tile-content.ts';

/** Of the screen's pixels in each direction: what is drawn of a fade that a slow driver draws while the view turns. */
const COARSE = 0.5;
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
  /** Of the screen, in device pixels. */
  #size = { width: 0, height: 0 };
  /** How many of its pixels the canvas has in each direction. */
  #share = 0;
  /** Since the last frame. */
  #hasTurned = false;
  /** Whether the driver has been slow since the current scene began. */
  #isLate = false;
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
  /** After the last frame, and the one before. */
  #fence: WebGLSync | null = null;
  #fenceBefore: WebGLSync | null = null;

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
        this.#size = command;
        this.#share = 0;
        // Resizing clears the canvas: draw at once, so that no empty frame is shown.
        this.#draw();
        this.#invalidate();
        break;
      case 'view':
        this.#orientation = command.orientation;
        this.#hasTurned = true;
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
      case 'extra':
        void this.#handleExtra(command);
        break;
      default:
        void this.#receive(command);
    }
  }

  #stateOf(scene: number): SceneState | undefined {
    return [this.#scene, this.#past].find((state) => state?.number === scene);
  }

  /** What the camera shows of a scene's picture. */
  readonly #viewOf = (scene: SceneState): FrameView =>
    viewOfScene(scene, this.#orientation, scene === this.#past ? this.#pastView : UNTURNED, this.#size);

  #startScene({ scene, placement, pyramid, capacity, behind }: SceneCommand): void {
    freeScene(this.#past);
    if (!behind) freeScene(this.#scene);
    this.#past = behind && this.#scene;
    this.#pastView = UNTURNED;
    this.#isLate = false;
    this.#mix = behind ? 0 : 1;
    this.#scene = newScene(scene, placement, behind);
    if (!pyramid || !this.#programs) return;
    const { gl } = this.#programs;
    const array = TileArray.reuse(this.#tiles, gl, pyramid.tileSize, capacity);
    this.#tiles = array;
    const tiles = new TileContent(gl, this.#programs, { pyramid, placement, array });
    this.#scene.tiles = tiles;
    this.#warmUp(() => tiles.bind(this.#viewOf(this.#scene)));
  }

  #setMix({ mix, orientation, past }: MixCommand): void {
    this.#orientation = orientation;
    this.#pastView = past;
    this.#scene.arrival = undefined;
    this.#mix = mix;
    if (mix >= 1) {
      freeScene(this.#past);
      this.#past = undefined;
    }
    this.#invalidate();
  }

  #goBack(): void {
    if (!this.#past) return;
    freeScene(this.#scene);
    this.#scene = this.#past;
    this.#past = undefined;
    this.#mix = 1;
    this.#invalidate();
  }

  #warmUp(bind: () => void): void {
    if (this.#gl && !this.#hasDrawn) warmUp(this.#gl, bind);
  }

  async #receive(command: MediaCommand): Promise<void> {
    const received = receive(this.#stateOf(command.scene), this.#programs, command);
    if (command.type === 'frame') {
      this.#frame();
      this.#emit({ type: 'framedrawn', scene: command.scene });
    } else {
      this.#invalidate();
      await received;
      this.#invalidate();
    }
  }

  async #handleExtra(command: ExtraCommand): Promise<void> {
    const { handleExtra } = await this.#pace.loadExtras();
    await handleExtra(this.#programs, this.#stateOf(command.scene), command, drawScene, this.#size);
    this.#invalidate();
  }

  #invalidate(): void {
    if (!this.#request && this.#programs) this.#request = requestAnimationFrame(this.#frame);
  }

  readonly #frame = (): void => {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    const gl = this.#programs?.gl;
    if (!gl) return;
    // A slow driver would draw all that has been asked for, and show late what the visitor did.
    if (this.#fenceBefore && !isDrawn(gl, this.#fenceBefore)) {
      this.#invalidate();
      return;
    }
    const scene = this.#scene;
    const isFirst = !scene.shown;
    for (const state of [this.#past, scene]) {
      if (state && updateScene(state, this.#viewOf(state), this.#pace, this.#past !== undefined))
        this.#invalidate();
    }
    this.#draw();
    this.#hasTurned = false;
    if (this.#past) whenLate(gl, () => (this.#isLate = true));
    gl.deleteSync(this.#fenceBefore);
    this.#fenceBefore = this.#fence;
    this.#fence = addFence(gl);
    const { shown } = scene;
    if (!shown) return;
    if (isFirst) this.#announce('ready', scene.number);
    if (this.#past || scene.isSharp || (shown === scene.whole && !scene.isVideo)) return;
    scene.isSharp = shown.isSharp(this.#viewOf(scene));
    if (scene.isSharp) this.#announce('sharp', scene.number);
  };

  #announce(type: 'ready' | 'sharp', scene: number): void {
    afterDrawing(this.#gl, () => {
      const state = this.#stateOf(scene);
      if (!state) return;
      this.#emit({ type, scene });
      if (type === 'sharp') return;
      state.isReady = true;
      this.#invalidate();
    });
  }

  #draw(): void {
    if (!this.#programs) return;
    const share = this.#isLate && this.#hasTurned && this.#mix % 1 ? COARSE : 1;
    const { gl } = this.#programs;
    if (share !== this.#share) {
      this.#share = share;
      this.#canvas.width = this.#size.width * share;
      this.#canvas.height = this.#size.height * share;
    }
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    this.#hasDrawn = drawScenes(gl, this.#scene, this.#past, this.#mix, this.#viewOf) || this.#hasDrawn;
  }

  /** Leaves nothing that belongs to this life of the context. */
  #freeAll(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#fence = this.#fenceBefore = null;
    this.#programs = undefined;
    freeScene(this.#past);
    freeScene(this.#scene);
    this.#past = undefined;
    this.#mix = 1;
    this.#tiles?.retire();
    this.#tiles = undefined;
  }

  readonly #onLost = (event: Event): void => {
    // Without this the browser never gives the context back.
    event.preventDefault();
    this.#freeAll();
    this.#scene = newScene(this.#scene.number, this.#scene.placement);
    this.#emit({ type: 'contextlost' });
  };

  readonly #onRestored = (): void => {
    if (!this.#gl) return;
    this.#programs = new Programs(this.#gl);
    this.#emit({ type: 'contextrestored' });
  };

  #destroy(): void {
    this.#canvas.removeEventListener('webglcontextlost', this.#onLost);
    this.#canvas.removeEventListener('webglcontextrestored', this.#onRestored);
    this.#freeAll();
    // Browsers allow a handful of contexts and collect them late.
    this.#loseContext?.loseContext();
  }
}
