import type { CameraScene } from '../controls/camera.ts';
import { cameraMatrix, DEGREE, type Matrix, multiply, pointing, type Vector3 } from '../math/view.ts';
import type { FrameView } from '../render/content.ts';
import { release } from '../render/context.ts';
import { Programs } from '../render/program.ts';
import { scriptsFor } from '../sources/create-source.ts';
import type { GoOptions, LoadOptions, Scene } from '../types.ts';
import type { Viewer, ViewerParts } from '../viewer.ts';
import { type EyesHost, EyesScene, loadExtras, type OffsetEye } from './eyes-scene.ts';
import type { HeadsetOptions, Moment } from './options.ts';
import { apply } from './rays.ts';
import type { Signs } from './signs.ts';

const FADE_MS = 150;
const TEXTURE_BUDGET = 192 * 1024 * 1024;

const loadSigns = () => import('./signs.ts').catch(() => undefined);

interface Next {
  scene: EyesScene;
  cameraScene: CameraScene;
  turn: number;
  options: LoadOptions;
  settle(hasArrived: boolean): void;
}

/** Shows the viewer's scenes to two eyes, and takes the place of its own screen until it ends. */
export class Visit {
  readonly #parts: ViewerParts;
  readonly #options: HeadsetOptions;
  readonly #gl: WebGL2RenderingContext;
  readonly #host: EyesHost;
  /** Loaded with the first scene that has hotspots. */
  #signs: Signs | undefined;
  readonly #firstVideo: HTMLVideoElement | undefined;
  #scene: EyesScene;
  #loadOptions: LoadOptions;
  #hasMoved = false;
  #next: Next | undefined;
  #count = 0;
  /** `framedrawn` events of the flat view's video, withheld until the visit ends. */
  #framesHeld = 0;
  /** How much of the scene shows. */
  #mix = 0;
  #lastMs: number | undefined;
  /** From the room to the world, in radians to the right. */
  #turn: number | undefined;
  #head: Matrix = [];
  #cover: FrameView;
  #isEnded = false;

  /** @param size of what one eye sees, in device pixels */
  constructor(
    viewer: Viewer,
    gl: WebGL2RenderingContext,
    options: HeadsetOptions,
    size: { width: number; height: number },
  ) {
    this.#parts = viewer.parts;
    this.#options = options;
    this.#gl = gl;
    const { scenes, camera, motion, events } = this.#parts;
    const programs = new Programs(gl);
    this.#host = {
      programs,
      options: this.#parts.options,
      textureBudget: this.#parts.options.textureBudget ?? TEXTURE_BUDGET,
      cover: () => this.#cover,
      onError: (error, scene) => {
        events.emit('error', { ...error, fatal: false });
        if (scene === this.#next?.scene) this.#cancelNext();
      },
    };
    this.#cover = { ...size, camera: cameraMatrix(camera.orientation), fov: 90 * DEGREE };
    motion.stop();
    scenes.end();
    this.#firstVideo = scenes.source?.element;
    this.#loadOptions = options;
    this.#scene = this.#createScene(camera.scene as Scene, this.#loadOptions, this.#firstVideo);
    void this.#showSigns();
    // Until the end these stand before the methods of their class.
    scenes.load = (scene, loadOptions) => this.#show(scene, loadOptions);
    scenes.go = (scene, goOptions) => this.#show(scene, goOptions);
    const { onStageEvent } = scenes;
    scenes.onStageEvent = (event) => {
      if (event.type === 'framedrawn') this.#framesHeld += 1;
      else onStageEvent.call(scenes, event);
    };
  }

  /** Whether a controller or a hand has just come upon a hotspot. */
  frame(moment: Moment): boolean {
    const { timeMs, eyes } = moment;
    const [first] = eyes;
    if (!first) return false;
    this.#turn ??= this.#parts.camera.orientation.yaw - pointing(moment.head).yaw;
    const toWorld = this.#toWorld();
    this.#head = multiply(toWorld, moment.head);
    this.#cover = coverOf(this.#head, eyes);
    this.#fade(timeMs, this.#scene.update());
    this.#scene.load();
    const rays = moment.rays?.map((ray) => apply(toWorld, ray));
    const gl = this.#gl;
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const isNew = this.#signs?.aim(this.#head, rays, first, timeMs) ?? false;
    for (const eye of eyes) this.#draw(eye, this.#toWorld());
    return isNew;
  }

  /** A trigger was pulled or fingers were pinched. */
  select(ray: Vector3): void {
    this.#signs?.select(apply(this.#toWorld(), ray));
  }

  /** Turns the world around the visitor, who then looks so much further to the right. */
  turnBy(angle: number): void {
    if (this.#turn !== undefined) this.#turn += angle;
  }

  /** Gives the viewer back: it looks where the head did. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const { scenes, camera, signal } = this.#parts;
    this.#cancelNext();
    for (const method of ['load', 'go', 'onStageEvent'] as const) Reflect.deleteProperty(scenes, method);
    const { currentTime = 0, paused = true } = this.#scene.video ?? {};
    this.#free();
    if (signal.aborted) return;
    this.#follow();
    if (this.#hasMoved) {
      const { yaw, pitch } = camera.view;
      void scenes.load({ ...this.#scene.scene, initialView: { yaw, pitch } }, this.#loadOptions);
      const video = scenes.source?.element;
      if (video) video.currentTime = currentTime;
      if (paused) video?.pause();
    } else {
      for (; this.#framesHeld > 0; this.#framesHeld--) scenes.source?.frameDrawn?.();
    }
    this.#options.onEnd?.();
  }

  #createScene(scene: Scene, { renewScene }: LoadOptions, video?: HTMLVideoElement): EyesScene {
    return new EyesScene(scene, this.#host, { renewScene, video, swapEyes: this.#options.swapEyes });
  }

  /** Without their script a tour still shows its pictures. */
  async #showSigns(): Promise<void> {
    const scene = this.#scene;
    this.#signs?.begin(scene);
    if (this.#signs || !scene.hotspots.length) return;
    const script = await loadSigns();
    if (!script || this.#signs || this.#isEnded) return;
    const { fontFamily } = getComputedStyle(this.#parts.root);
    this.#signs = new script.Signs(
      this.#host.programs,
      fontFamily,
      this.#scene,
      (id) => void this.#press(id),
    );
  }

  #toWorld(): Matrix {
    return cameraMatrix({ yaw: this.#turn ?? 0, pitch: 0, roll: 0, fov: 0 });
  }

  /** The viewer looks where the head does. */
  #follow(): void {
    if (this.#head.length > 0) this.#parts.camera.set({ ...pointing(this.#head), roll: 0 });
  }

  /** Shows another scene as soon as that has a picture. */
  async #show(scene: Scene, options: GoOptions): Promise<boolean> {
    this.#cancelNext();
    const count = ++this.#count;
    const { camera } = this.#parts;
    const scripts = [scriptsFor(scene), scene.kind === 'video' && loadExtras()];
    const failure = await Promise.all(scripts).catch(() => true);
    // The visitor stays in the room before, and may press again.
    if (failure === true || count !== this.#count || this.#isEnded) return false;
    const cameraScene: CameraScene = { ...scene, initialView: { ...scene.initialView, ...options.arrival } };
    // What the visitor has turned away from the door is turned there too.
    const { towards } = options;
    const door = towards ? camera.toWorld({ ...towards, fov: 1 }).yaw : pointing(this.#head).yaw;
    const turn = (this.#turn ?? 0) + camera.firstOrientation(cameraScene).yaw - door;
    return new Promise<boolean>((settle) => {
      this.#next = { scene: this.#createScene(scene, options), cameraScene, turn, options, settle };
    });
  }

  #cancelNext(): void {
    const next = this.#next;
    this.#next = undefined;
    next?.scene.free();
    next?.settle(false);
  }

  /** To black before another scene, and from black to it. */
  #fade(timeMs: number, isShown: boolean): void {
    const step = (timeMs - (this.#lastMs ?? timeMs)) / FADE_MS;
    this.#lastMs = timeMs;
    if (this.#next) {
      this.#mix = Math.max(0, this.#mix - step);
      if (this.#mix === 0 && this.#next.scene.update()) this.#arrive(this.#next);
    } else if (isShown) {
      this.#mix = Math.min(1, this.#mix + step);
    }
  }

  #arrive({ scene, cameraScene, turn, options, settle }: Next): void {
    this.#next = undefined;
    this.#firstVideo?.pause();
    this.#scene.free();
    this.#scene = scene;
    this.#loadOptions = options;
    this.#hasMoved = true;
    this.#turn = turn;
    void this.#showSigns();
    this.#parts.camera.begin(cameraScene);
    this.#parts.events.emit('ready', undefined);
    settle(true);
  }

  #draw(eye: OffsetEye, toWorld: Matrix): void {
    const gl = this.#gl;
    const { x, y, width, height } = eye.viewport;
    const inWorld = { ...eye, camera: multiply(toWorld, eye.camera), offset: apply(toWorld, eye.offset) };
    gl.viewport(x, y, width, height);
    gl.blendColor(0, 0, 0, this.#mix);
    gl.blendFunc(gl.CONSTANT_ALPHA, gl.ZERO);
    if (this.#mix < 1) gl.enable(gl.BLEND);
    this.#scene.draw(inWorld);
    gl.disable(gl.BLEND);
    this.#signs?.draw(inWorld, this.#mix);
    this.#options.onEye?.(inWorld, this.#head, this.#host, this.#scene, loadSigns);
  }

  async #press(id: string): Promise<void> {
    if (this.#next) return;
    this.#follow();
    const scene = this.#scene;
    const answer = await this.#options.onHotspot?.(id);
    if (answer && scene === this.#scene && !this.#isEnded) this.#signs?.tell(id, answer);
  }

  #free(): void {
    this.#scene.free();
    this.#signs?.free();
    release(this.#gl);
  }
}

/** A view that holds what all eyes see, give or take how they stand to each other. */
function coverOf(camera: Matrix, eyes: readonly OffsetEye[]): FrameView {
  const edges = eyes.map(({ frustum }) => frustum);
  const across = Math.max(...edges.map(({ left, right }) => Math.max(-left, right)));
  const upwards = Math.max(...edges.map(({ bottom, top }) => Math.max(-bottom, top)));
  const { viewport, frustum } = eyes[0] as OffsetEye;
  const height = Math.round((viewport.height * 2 * upwards) / (frustum.top - frustum.bottom));
  return { camera, fov: 2 * Math.atan(upwards), width: Math.round((height * across) / upwards), height };
}
