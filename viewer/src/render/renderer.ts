import { cameraMatrix, DEFAULT_FOV } from '../math/view.ts';
import type { Content, FrameView, UploadPace } from './content.ts';
import { ImageContent } from './image-content.ts';
import { Programs } from './program.ts';
import type { StageCommand, StageEvent } from './protocol.ts';
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

/** Draws one scene on demand: it requests a frame only after a change. Runs in a worker or on the main thread. */
export class Renderer {
  readonly #canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly #gl: WebGL2RenderingContext | null;
  readonly #emit: (event: StageEvent) => void;
  readonly #pace: RendererPace;
  readonly #loseContext: WEBGL_lose_context | null = null;
  #programs: Programs | undefined;
  #view: FrameView;
  #scene: SceneState = { number: 0, isVideo: false, isReady: false, isSharp: false };
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
    this.#view = {
      orientation: { yaw: 0, pitch: 0, roll: 0, fov: DEFAULT_FOV },
      width: canvas.width,
      height: canvas.height,
    };
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
        this.#view = { ...this.#view, orientation: command.orientation };
        this.#invalidate();
        break;
      case 'scene':
        this.#startScene(command);
        break;
      case 'preview':
        void this.#setPreview(command.bitmap);
        break;
      case 'frame':
        this.#drawVideoFrame(command.frame);
        break;
      case 'image':
        this.#startImage(command.bitmap);
        break;
      case 'tile':
        if (this.#scene.tiles) this.#scene.tiles.add(command.key, command.bitmap);
        else command.bitmap.close();
        this.#invalidate();
        break;
      case 'drop':
        this.#scene.tiles?.drop(command.key);
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
    this.#view = { ...this.#view, width, height };
    // Resizing clears the canvas: draw at once, so that no empty frame is shown.
    if (this.#scene.shown) this.#draw(this.#scene.shown);
    this.#invalidate();
  }

  #startScene({ scene, pyramid, capacity }: CommandOf<'scene'>): void {
    this.#freeScene();
    this.#scene = { number: scene, isVideo: false, isReady: false, isSharp: false };
    if (pyramid && this.#gl && this.#programs) {
      const tiles = new TileContent(this.#gl, this.#programs, pyramid, capacity);
      this.#scene.tiles = tiles;
      this.#warmUp(() => tiles.bind(this.#view));
    }
  }

  /** Drivers compile at the first draw call: a pixel now, while the media are on their way, saves the first frame that. */
  #warmUp(bind: () => void): void {
    const gl = this.#gl;
    if (!gl || this.#hasDrawn) return;
    bind();
    gl.viewport(0, 0, 1, 1);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  async #setPreview(bitmap: ImageBitmap): Promise<void> {
    const scene = this.#scene;
    this.#setWhole(bitmap);
    this.#invalidate();
    await scene.tiles?.standIn(bitmap).catch(() => undefined);
    bitmap.close();
    if (scene === this.#scene) this.#invalidate();
  }

  #startImage(bitmap: ImageBitmap): void {
    if (!this.#gl || !this.#programs) {
      bitmap.close();
      return;
    }
    this.#scene.image?.free();
    this.#scene.image = new ImageContent(this.#gl, this.#programs, bitmap);
    this.#invalidate();
  }

  #drawVideoFrame(frame: CommandOf<'frame'>['frame']): void {
    this.#scene.isVideo = true;
    this.#setWhole(frame);
    if ('close' in frame) frame.close();
    this.#frame();
    this.#emit({ type: 'framedrawn' });
  }

  #setWhole(source: TexImageSource): void {
    if (!this.#gl || !this.#programs) return;
    this.#scene.whole ??= new WholeContent(this.#gl, this.#programs);
    this.#scene.whole.set(source);
  }

  #invalidate(): void {
    if (!this.#request && this.#programs) this.#request = requestAnimationFrame(this.#frame);
  }

  readonly #frame = (): void => {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    if (!this.#programs) return;
    const scene = this.#scene;
    const photo = scene.tiles ?? scene.image;
    const isShown = photo !== undefined && scene.shown === photo;
    const hurry = isShown || (this.#pace.mayBlock && !scene.shown);
    const mayUpload = scene.isReady || !scene.shown;
    if (mayUpload && photo?.upload(this.#view, { ...this.#pace, hurry })) this.#invalidate();
    const content = photo && (isShown || photo.covers(this.#view)) ? photo : scene.whole;
    if (!content) return;
    this.#draw(content);
    const isFirst = !scene.shown;
    scene.shown = content;
    if (isFirst) this.#announce('ready', scene.number);
    if (scene.isSharp || (content === scene.whole && !scene.isVideo)) return;
    scene.isSharp = content.isSharp(this.#view);
    if (scene.isSharp) this.#announce('sharp', scene.number);
  };

  /** Emits once the driver has drawn what it was asked for: on a busy machine the first frame may take long. */
  #announce(type: 'ready' | 'sharp', scene: number): void {
    const gl = this.#gl;
    const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!gl || !fence) return;
    gl.flush();
    const look = () => {
      if (scene !== this.#scene.number || !gl.isSync(fence)) return;
      if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
        requestAnimationFrame(look);
        return;
      }
      gl.deleteSync(fence);
      this.#emit({ type, scene });
      if (type === 'ready') {
        this.#scene.isReady = true;
        this.#invalidate();
      }
    };
    requestAnimationFrame(look);
  }

  #draw(content: Content): void {
    const gl = this.#gl;
    if (!gl || !this.#programs) return;
    const { orientation, width, height } = this.#view;
    gl.viewport(0, 0, width, height);
    const { camera, extent } = content.bind(this.#view);
    gl.uniformMatrix3fv(camera, false, cameraMatrix(orientation));
    const extentY = Math.tan(orientation.fov / 2);
    this.#hasDrawn = true;
    gl.uniform2f(extent, (extentY * width) / height, extentY);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #freeScene(): void {
    const { whole, image, tiles } = this.#scene;
    for (const content of [whole, image, tiles]) content?.free();
  }

  readonly #onLost = (event: Event): void => {
    // Without this the browser never gives the context back.
    event.preventDefault();
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#freeScene();
    this.#scene = { number: this.#scene.number, isVideo: false, isReady: false, isSharp: false };
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
    this.#freeScene();
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
