import { Camera } from './controls/camera.ts';
import { Gyroscope } from './controls/gyroscope.ts';
import { attachKeyboard } from './controls/keyboard.ts';
import { Motion } from './controls/motion.ts';
import { attachPointer, attachWheel } from './controls/pointer.ts';
import { Turning } from './controls/turning.ts';
import { appendRoot } from './elements.ts';
import { Emitter } from './emitter.ts';
import { Scenes } from './scenes.ts';
import { createSurface, type Surface } from './surface.ts';
import type { GoOptions, LoadOptions, Scene, View, ViewerEvents, ViewerOptions } from './types.ts';

const MEBIBYTE = 1024 * 1024;

export interface ViewerParts extends Pick<Surface, 'send'> {
  root: HTMLElement;
  scenes: Scenes;
  events: Emitter<ViewerEvents>;
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
  readonly #surface: Surface;
  readonly #scenes: Scenes;

  constructor(container: HTMLElement, options: ViewerOptions = {}) {
    this.#options = options;
    this.#root = appendRoot(container, options.label ?? '360-degree view');
    this.#camera = new Camera(options, () => this.#onViewChange());
    this.#turning = new Turning(this.#camera, this.#motion);
    this.#gyroscope = new Gyroscope(this.#camera);
    this.#surface = createSurface({
      root: this.#root,
      options,
      camera: this.#camera,
      events: this.#events,
      scenes: () => this.#scenes,
    });
    this.#scenes = new Scenes(this.#camera, {
      ...this.#surface,
      options,
      emit: (type, payload) => this.#events.emit(type, payload),
      textureBudget: options.textureBudget ?? defaultTextureBudget(),
    });
    this.#attachControls();
    this.#surface.start();
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
      send: this.#surface.send,
      root: this.#root,
      scenes: this.#scenes,
      events: this.#events,
      options: this.#options,
      camera: this.#camera,
      motion: this.#motion,
      signal: this.#abort.signal,
    };
  }

  /** For tests and diagnosis: loses the GL context as a crashed driver would. */
  loseContext(): void {
    this.#surface.send({ type: 'losecontext' });
  }

  restoreContext(): void {
    this.#surface.send({ type: 'restorecontext' });
  }

  /** Frees everything, the GL context included. The viewer cannot be used again. */
  destroy(): void {
    this.#abort.abort();
    this.#motion.stop();
    this.#gyroscope.disable();
    this.#events.clear();
    this.#scenes.destroy();
    this.#surface.destroy();
    this.#root.remove();
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

  #onViewChange(): void {
    // The camera of one scene is never used for the other.
    if (!this.#scenes.isMoving) this.#surface.send({ type: 'view', orientation: this.#camera.orientation });
    this.#scenes.viewChanged();
    this.#events.emit('viewchange', this.view);
  }
}

/** Phones share one memory between CPU and GPU, and close pages that use much of it. */
const defaultTextureBudget = (): number => (matchMedia('(pointer: coarse)').matches ? 64 : 128) * MEBIBYTE;
