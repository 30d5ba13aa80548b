import { type Box, type Placement, placementOf } from '../math/placement.ts';
import { type Matrix, multiply, transpose, type Vector3 } from '../math/view.ts';
import type { FrameView } from '../render/content.ts';
import type { Programs } from '../render/program.ts';
import type { MediaCommand } from '../render/protocol.ts';
import { receive } from '../render/receive.ts';
import type { Retouch } from '../render/retouch.ts';
import { freeScene, newScene, type SceneState, updateScene } from '../render/scene-state.ts';
import { TileArray } from '../render/tile-array.ts';
import { TileContent } from '../render/tile-content.ts';
import { createSource } from '../sources/create-source.ts';
import type { Source, SourceContext } from '../sources/source.ts';
import { TileStore } from '../sources/tile-store.ts';
import type { Hotspot, LoadOptions, Scene, ViewerError } from '../types.ts';
import { apply, type Frustum, rayMatrix } from './rays.ts';
import type { VideoFrames } from './scene-extras.ts';

/** What videos and retouched photos need besides. */
export const loadExtras = () => import('./scene-extras.ts');

const PACE = {
  budgetMs: 4,
  maxTexels: 512 * 512,
  mayBlock: false,
};

/** What one eye sees, and where on the canvas. */
export interface Eye {
  viewport: { x: number; y: number; width: number; height: number };
  /** In the world. */
  camera: Matrix;
  frustum: Frustum;
  isRight: boolean;
}

/** An eye that is so far from the middle of the head, in metres. */
export interface OffsetEye extends Eye {
  offset: Vector3;
}

export interface EyesHost extends Pick<SourceContext, 'options' | 'textureBudget'> {
  programs: Programs;
  /** What both eyes see, in the world. */
  cover(): FrameView;
  onError(error: ViewerError, scene: EyesScene): void;
}

export interface EyesOptions extends LoadOptions {
  /** What plays the scene already. */
  video?: HTMLVideoElement | undefined;
  swapEyes?: boolean | undefined;
}

const otherEye = ([, , width, height]: Box): Box => [1 - width, 1 - height, width, height];

/** A scene as two eyes see it. A stereo photo is two pictures, each with its own tiles. */
export class EyesScene {
  readonly scene: Scene;
  readonly #host: EyesHost;
  readonly #boxes: Box[];
  readonly #states: SceneState[] = [];
  readonly #sources: Source[] = [];
  readonly #arrays: (TileArray | undefined)[] = [];
  readonly #video: HTMLVideoElement | undefined;
  readonly #maxSize: number;
  #frames: VideoFrames | undefined;
  #retouch: Retouch | undefined;
  readonly #abort = new AbortController();

  constructor(scene: Scene, host: EyesHost, { video, swapEyes = false, renewScene }: EyesOptions) {
    const { gl } = host.programs;
    this.scene = scene;
    this.#host = host;
    this.#maxSize = gl.getParameter(gl.MAX_TEXTURE_SIZE);
    const { eye } = placementOf(scene);
    const isStereo = eye[2] * eye[3] < 1;
    const boxes = isStereo ? [eye, otherEye(eye)] : [eye];
    this.#boxes = swapEyes ? boxes.reverse() : boxes;
    // A video is one texture, of which each eye is shown its part.
    const count = scene.kind === 'video' ? 1 : this.#boxes.length;
    for (let index = 0; index < count; index++) {
      const placement = { ...placementOf(scene), eye: this.#boxes[index] ?? eye };
      this.#states[index] = { ...newScene(index, placement), isReady: true };
      if (!video)
        this.#sources.push(createSource(scene, this.#contextOf(index, count, placement), renewScene));
    }
    this.#video = video ?? this.#sources[0]?.element;
    if (this.#video || scene.adjust || scene.nadir) void this.#addExtras();
  }

  get video(): HTMLVideoElement | undefined {
    return this.#video;
  }

  get hotspots(): readonly Hotspot[] {
    return this.scene.headsetHotspots ?? this.scene.hotspots ?? [];
  }

  /** Sends waiting images to the GPU; returns whether there is something to draw. */
  update(): boolean {
    const [state] = this.#states;
    if (state) this.#frames?.update(state);
    for (const state of this.#states) updateScene(state, this.#coverOf(), PACE, false);
    return this.#states.every(({ shown }) => shown);
  }

  /** The view has changed. */
  load(): void {
    for (const source of this.#sources) source.viewChanged();
  }

  draw({ viewport, camera, frustum, isRight }: Eye): void {
    const { gl } = this.#host.programs;
    const state = this.#states[Number(isRight)] ?? this.#states[0];
    if (!state?.shown) return;
    const program = state.shown.bind(this.#coverOf());
    const aspect = viewport.width / viewport.height;
    const box = this.#boxes[Number(isRight)] ?? state.placement.eye;
    if (this.#states.length < this.#boxes.length) gl.uniform4f(program.uniform('part'), ...box);
    const ownCamera = this.cameraInPicture(camera);
    const rays = rayMatrix(ownCamera, frustum, aspect);
    gl.uniformMatrix3fv(program.uniform('camera'), false, rays);
    gl.uniform2f(program.uniform('extent'), aspect, 1);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    // The rays hold the eye's own field of view: they are drawn as of a right angle.
    this.#retouch?.draw({ camera: rays, fov: Math.PI / 2, width: aspect, height: 1 }, 1);
  }

  /** A direction of the world in the picture's frame. */
  inPicture(direction: Vector3): Vector3 {
    const { pose } = this.scene;
    return pose ? apply(transpose(pose), direction) : direction;
  }

  inWorld(direction: Vector3): Vector3 {
    const { pose } = this.scene;
    return pose ? apply(pose, direction) : direction;
  }

  /** A camera of the world in the picture's frame. */
  cameraInPicture(camera: Matrix): Matrix {
    const { pose } = this.scene;
    return pose ? multiply(transpose(pose), camera) : camera;
  }

  free(): void {
    this.#abort.abort();
    this.#retouch?.free();
    for (const source of this.#sources) source.destroy();
    // What arrives later finds no scene.
    for (const state of this.#states.splice(0)) freeScene(state);
    for (const array of this.#arrays) array?.retire();
  }

  /** Without its scripts a tour still shows its photos. */
  async #addExtras(): Promise<void> {
    const { signal } = this.#abort;
    const { programs } = this.#host;
    const extras = await loadExtras().catch(() => undefined);
    if (!extras || signal.aborted) return;
    if (this.#video) this.#frames = new extras.VideoFrames(this.#video, programs, this.#maxSize, signal);
    this.#retouch = await extras.createSceneRetouch(this.scene, programs, signal);
  }

  #coverOf(): FrameView {
    const cover = this.#host.cover();
    return { ...cover, camera: this.cameraInPicture(cover.camera) };
  }

  #contextOf(index: number, count: number, placement: Placement): SourceContext {
    const { options, onError, textureBudget } = this.#host;
    const size = () => this.#host.cover();
    return {
      options,
      scene: index,
      placement,
      store: new TileStore(({ key }) => this.#states[index]?.tiles?.drop(key)),
      prefetched: new Map(),
      begin: (shape) => this.#begin(index, shape),
      send: (command) => this.#handle(index, command),
      emit: (type, payload) => {
        if (type === 'error' && (payload as ViewerError).fatal) onError(payload as ViewerError, this);
      },
      sight: () => this.#coverOf(),
      widthKnown: () => {},
      size,
      largestSize: size,
      textureBudget: textureBudget / count,
      maxTextureSize: () => Promise.resolve(this.#maxSize),
      isWorker: () => false,
    };
  }

  #begin(index: number, { pyramid, capacity }: Parameters<SourceContext['begin']>[0]): void {
    const { programs } = this.#host;
    const { gl } = programs;
    const state = this.#states[index];
    if (!pyramid || !state) return;
    const array = new TileArray(gl, pyramid.tileSize, capacity);
    this.#arrays[index] = array;
    state.tiles = new TileContent(gl, programs, { pyramid, placement: state.placement, array });
  }

  #handle(index: number, command: MediaCommand): void {
    if (command.type !== 'frame') void receive(this.#states[index], this.#host.programs, command);
    // Frames are taken from the video itself.
    else if (command.frame instanceof ImageBitmap) command.frame.close();
  }
}
