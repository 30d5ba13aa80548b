import { Camera } from './controls/camera.ts';
import { Gyroscope } from './controls/gyroscope.ts';
import { attachKeyboard } from './controls/keyboard.ts';
import { Motion } from './controls/motion.ts';
import { attachPointer, attachWheel } from './controls/pointer.ts';
import { Turning } from './controls/turning.ts';
import { addCanvas, appendRoot } from './elements.ts';
import { Emitter } from './emitter.ts';
import type { StageCommand, StageEvent } from './render/protocol.ts';
import { canUseWorker, createMainStage, createWorkerStage, type Stage } from './render/stage.ts';
import { Scenes, type ScenesHost } from './scenes.ts';
import type { GoOptions, LoadOptions, Scene, View, ViewerEvents, ViewerOptions } from './types.ts';

/** Between a photo and a video: as short as reduced motion wants it. */
const FADE_MS = 150;
const MEBIBYTE = 1024 * 1024;

export interface ViewerParts extends Pick<Stage, 'send'> {
  root: HTMLElement;
  options: ViewerOptions;
  camera: Camera;
  motion: Motion;
  /** Aborted when the viewer is destroyed. */
  signal: AbortSignal;
}

/**
 * A 360-degree viewer that fills `container`. It owns one canvas and one GL context from its construction until
 * `destroy()`, shows one scene at a time, and draws only when something has changed.
 */
export class Viewer {
  readonly #options: ViewerOptions;
  readonly #root: HTMLElement;
  readonly #events = new Emitter<ViewerEvents>();
  readonly #abort = new AbortController();
  readonly #camera: Camera;
  readonly #motion = new Motion();
  readonly #turning: Turning;
  readonly #gyroscope: Gyroscope;
  readonly #resizes: ResizeObserver;
  #stage: Stage | undefined;
  #isWorker = false;
  #hasWorkerFailed = false;
  #freeRetired = (): void => {};
  readonly #scenes: Scenes;
  #size = { width: 0, height: 0 };
  readonly #maxTextureSize = Promise.withResolvers<number>();

  constructor(container: HTMLElement, options: ViewerOptions = {}) {
    this.#options = options;
    this.#root = appendRoot(container, options.label ?? '360-degree view');
    this.#camera = new Camera(options, () => this.#onViewChange());
    this.#turning = new Turning(this.#camera, this.#motion);
    this.#gyroscope = new Gyroscope(this.#camera);
    this.#scenes = new Scenes(this.#camera, this.#scenesHost());
    this.#attachControls();
    // Where drawing happens may depend on the scene; where it does not, there is no need to wait for one.
    if (this.#belongsInWorker('photo') === this.#belongsInWorker('video'))
      this.#startStage(this.#belongsInWorker('photo'));
    this.#resizes = new ResizeObserver(() => this.#measure());
    try {
      // Also reports a changed pixel ratio, for example after the window moved to another screen.
      this.#resizes.observe(this.#root, { box: 'device-pixel-content-box' });
    } catch {
      this.#resizes.observe(this.#root);
    }
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof ViewerEvents>(type: K, listener: (payload: ViewerEvents[K]) => void): () => void {
    return this.#events.on(type, listener);
  }

  /** Replaces the scene; its last image stays until the new one is there. */
  load(scene: Scene, options: LoadOptions = {}): void {
    this.#motion.stop();
    void this.#scenes.load(scene, options);
  }

  /**
   * Goes through a door: turns to it, and fades to the new scene as soon as that has a picture. The camera is in the new scene
   * from `ready` on. Resolves when the new scene is alone on screen; with false when it could not be shown or another scene
   * was asked for meanwhile.
   */
  go(scene: Scene, options: GoOptions = {}): Promise<boolean> {
    this.#motion.stop();
    return this.#scenes.go(scene, options);
  }

  /**
   * Names the scenes that the visitor may go to next, the likeliest first, so that they are shown without waiting: once the
   * scene in view is sharp, their coarse tiles are fetched, unless the visitor saves data. Replaces what was named before.
   */
  prepare(scenes: readonly Scene[]): void {
    this.#scenes.prefetch(scenes);
  }

  /** For tests and diagnosis: stops the fade between two scenes at a share of the new one, and ends it with 1. */
  holdFade(mix: number): void {
    this.#scenes.hold(mix);
  }

  get view(): View {
    return this.#camera.view;
  }

  /** Changes the view at once; omitted angles stay as they are. Radians. */
  look(view: Partial<View>): void {
    this.#motion.stop();
    this.#camera.look(view);
  }

  /** For look-around buttons: turns right and up (1) or left and down (-1) until called with 0, 0. */
  turn(horizontal: number, vertical: number): void {
    this.#turning.set(horizontal, vertical);
  }

  /** Above 1 zooms in, below 1 out, within the limits. */
  zoomBy(factor: number): void {
    this.#camera.zoomBy(factor);
  }

  /** Turns the view with the device. Call from a click handler; false when denied or without a sensor. */
  enableGyroscope(): Promise<boolean> {
    return this.#gyroscope.enable();
  }

  disableGyroscope(): void {
    this.#gyroscope.disable();
  }

  /** Video only: plays, or emits `autoplayblocked` when the browser wants a gesture first. */
  async play(): Promise<void> {
    await this.#scenes.source?.play?.();
  }

  pause(): void {
    this.#video?.pause();
  }

  /** Seconds from the start. */
  seek(time: number): void {
    if (this.#video) this.#video.currentTime = time;
  }

  get muted(): boolean {
    return this.#video?.muted ?? true;
  }

  set muted(isMuted: boolean) {
    if (this.#video) this.#video.muted = isMuted;
  }

  /** 0 to 1. */
  get volume(): number {
    return this.#video?.volume ?? 1;
  }

  set volume(volume: number) {
    if (this.#video) this.#video.volume = volume;
  }

  get paused(): boolean {
    return this.#video?.paused ?? true;
  }

  /** For the viewer's own scripts that are loaded when they are needed. */
  get parts(): ViewerParts {
    return {
      ...this.#scenesHost(),
      root: this.#root,
      options: this.#options,
      camera: this.#camera,
      motion: this.#motion,
      signal: this.#abort.signal,
    };
  }

  /** For tests and diagnosis: loses the GL context as a crashed driver would. */
  loseContext(): void {
    this.#send({ type: 'losecontext' });
  }

  restoreContext(): void {
    this.#send({ type: 'restorecontext' });
  }

  /** Frees everything, the GL context included. The viewer cannot be used again. */
  destroy(): void {
    this.#abort.abort();
    this.#motion.stop();
    this.#gyroscope.disable();
    this.#resizes.disconnect();
    this.#events.clear();
    this.#scenes.destroy();
    this.#freeRetired();
    this.#stage?.destroy();
    this.#stage = undefined;
    this.#root.remove();
  }

  /** Device pixels per CSS pixel. */
  get #pixelRatio(): number {
    return Math.min(devicePixelRatio, this.#options.maxPixelRatio ?? 2);
  }

  get #video(): HTMLVideoElement | undefined {
    return this.#scenes.source?.element;
  }

  #attachControls(): void {
    const { signal } = this.#abort;
    attachPointer(this.#root, this.#camera, this.#motion, {
      sensitivity: this.#options.dragSensitivity ?? 0.005,
      onTap: (point) => this.#events.emit('tap', point),
      signal,
    });
    attachWheel(this.#root, this.#camera, signal);
    const { keyboardTarget = this.#root } = this.#options;
    if (keyboardTarget) attachKeyboard(keyboardTarget, this.#camera, this.#turning, signal);
  }

  /** A worker's uploads do not block the page. Video frames take longer to transfer to it than to draw. */
  #belongsInWorker(kind: Scene['kind']): boolean {
    const { renderer = 'auto' } = this.#options;
    if (renderer !== 'auto') return renderer === 'worker';
    return kind === 'photo' && !this.#hasWorkerFailed && canUseWorker();
  }

  #hasStageFor(kind: Scene['kind']): boolean {
    return this.#belongsInWorker(kind) === this.#isWorker;
  }

  #startStage(isWorker: boolean): void {
    this.#retireStage();
    this.#isWorker = isWorker;
    const create = isWorker ? createWorkerStage : createMainStage;
    this.#stage = create(addCanvas(this.#root), (event) => this.#onStageEvent(event));
    this.#size = { width: 0, height: 0 };
    this.#measure();
    this.#send({ type: 'view', orientation: this.#camera.orientation });
  }

  /** Leaves the last image of the stage on screen until the next one has something to show. */
  #retireStage(): void {
    const stage = this.#stage;
    const canvas = this.#root.firstElementChild;
    this.#freeRetired();
    this.#freeRetired = () => {
      off();
      stage?.destroy();
      canvas?.remove();
    };
    const off = this.on('ready', () => {
      if (canvas) canvas.animate({ opacity: [1, 0] }, FADE_MS).onfinish = this.#freeRetired;
    });
  }

  #onStageEvent(event: StageEvent): void {
    switch (event.type) {
      case 'started':
        this.#maxTextureSize.resolve(event.maxTextureSize);
        break;
      case 'unsupported':
        this.#onUnsupported();
        break;
      case 'contextlost':
        this.#scenes.onStageEvent(event);
        this.#events.emit('contextlost', undefined);
        break;
      case 'contextrestored':
        this.#scenes.restore();
        this.#events.emit('contextrestored', undefined);
        break;
      default:
        this.#scenes.onStageEvent(event);
    }
  }

  /** Falls back to the main thread when the worker has no WebGL2 or a policy keeps it from starting. */
  #onUnsupported(): void {
    if (this.#isWorker && this.#options.renderer !== 'worker') {
      this.#hasWorkerFailed = true;
      this.#startStage(false);
      this.#scenes.restore();
      return;
    }
    this.#events.emit('error', { code: 'unsupported', message: 'No WebGL2', fatal: true });
  }

  #scenesHost(): ScenesHost {
    return {
      prepareStage: (kind) => {
        if (!this.#stage || !this.#hasStageFor(kind)) this.#startStage(this.#belongsInWorker(kind));
      },
      hasStageFor: (kind) => this.#hasStageFor(kind),
      send: (command, transfer) => this.#send(command, transfer),
      emit: (type, payload) => this.#events.emit(type, payload),
      size: () => this.#size,
      largestSize: () => ({
        width: Math.max(this.#size.width, Math.round(screen.width * this.#pixelRatio)),
        height: Math.max(this.#size.height, Math.round(screen.height * this.#pixelRatio)),
      }),
      textureBudget: this.#options.textureBudget ?? defaultTextureBudget(),
      maxTextureSize: () => this.#maxTextureSize.promise,
      isWorker: () => this.#isWorker,
    };
  }

  #send(command: StageCommand, transfer?: Transferable[]): void {
    this.#stage?.send(command, transfer);
  }

  #measure(): void {
    const width = Math.round(this.#root.clientWidth * this.#pixelRatio);
    const height = Math.round(this.#root.clientHeight * this.#pixelRatio);
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    this.#camera.resize(this.#size);
    if (width > 0 && height > 0) this.#send({ type: 'resize', width, height });
    this.#scenes.viewChanged();
  }

  #onViewChange(): void {
    // The camera of one scene is never used for the other.
    if (!this.#scenes.isMoving) this.#send({ type: 'view', orientation: this.#camera.orientation });
    this.#scenes.viewChanged();
    this.#events.emit('viewchange', this.view);
  }
}

/** Phones share one memory between CPU and GPU, and close pages that use much of it. */
const defaultTextureBudget = (): number => (matchMedia('(pointer: coarse)').matches ? 64 : 128) * MEBIBYTE;
