import type { Camera, CameraScene } from './controls/camera.ts';
import { placementOf } from './math/placement.ts';
import { sightOf } from './math/view.ts';
import type { Passage } from './passage.ts';
import type { StageCommand, StageEvent } from './render/protocol.ts';
import { createSource, scriptsFor } from './sources/create-source.ts';
import type { Source, SourceContext } from './sources/source.ts';
import { TileStore } from './sources/tile-store.ts';
import type { GoOptions, LoadOptions, Scene, ViewerError } from './types.ts';

/** What scenes need of the viewer. */
export interface ScenesHost
  extends Pick<
    SourceContext,
    'options' | 'emit' | 'size' | 'largestSize' | 'textureBudget' | 'maxTextureSize' | 'isWorker'
  > {
  send(command: StageCommand, transfer?: Transferable[]): void;
  /** Makes the stage one that can draw such scenes. */
  prepareStage(kind: Scene['kind']): void;
  /** Whether the stage is one already. */
  hasStageFor(kind: Scene['kind']): boolean;
}

/** A scene that is on its way to the screen. */
interface Incoming {
  number: number;
  /** Both undefined until their scripts are there. */
  source?: Source;
  passage?: Passage;
  isReady: boolean;
  /** Where to stop the fade. */
  hold?: number;
}

/** The scene in view, and the one that a passage leads to. */
export class Scenes {
  readonly #host: ScenesHost;
  readonly #camera: Camera;
  readonly #store: TileStore;
  /** Media of neighbours, by their URLs. */
  readonly #prefetched = new Map<string, Blob>();
  #abortPrefetch = new AbortController();
  #source: Source | undefined;
  /** Number of the scene that the camera is in. */
  #scene = 0;
  #count = 0;
  #incoming: Incoming | undefined;
  /** Resolves what the last `load` or `go` returned. */
  #settle: (hasArrived: boolean) => void = () => {};
  #announced = { ready: false, sharp: false };
  #onSharp: (() => void) | undefined;

  constructor(camera: Camera, host: ScenesHost) {
    this.#camera = camera;
    this.#host = host;
    this.#store = new TileStore(({ scene, key }) => host.send({ type: 'drop', scene, key }));
  }

  get source(): Source | undefined {
    return this.#source;
  }

  /** Whether the camera is between two scenes, and belongs to neither. */
  get isMoving(): boolean {
    return this.#incoming?.passage?.isMoving ?? false;
  }

  /** Replaces the scene; resolves when the new one shows something. */
  load(scene: Scene, { renewScene }: LoadOptions): Promise<boolean> {
    this.end();
    this.#source?.destroy();
    this.#source = undefined;
    this.#stopPrefetch();
    const number = ++this.#count;
    this.#scene = number;
    this.#announced = { ready: false, sharp: false };
    const promise = this.#promise();
    const cameraScene = { ...scene };
    const start = () => {
      if (number !== this.#scene) return;
      this.#source = this.#createSource(number, scene, cameraScene, renewScene);
    };
    this.#host.prepareStage(scene.kind);
    const scripts = scriptsFor(scene);
    if (scripts) scripts.then(start, () => this.#fail());
    else start();
    return promise;
  }

  /** Replaces the scene by way of a door; resolves when the new one is alone on screen. */
  go(scene: Scene, options: GoOptions): Promise<boolean> {
    this.end();
    this.#stopPrefetch();
    const initialView = { ...scene.initialView, ...options.arrival };
    if (!this.#source || !this.#host.hasStageFor(scene.kind))
      return this.load({ ...scene, initialView }, options);
    const number = ++this.#count;
    const cameraScene: CameraScene = { ...scene, initialView };
    const incoming: Incoming = { number, isReady: false };
    this.#incoming = incoming;
    const promise = this.#promise();
    const isWanted = () => this.#incoming === incoming;
    const start = () => {
      if (isWanted()) incoming.source = this.#createSource(number, scene, cameraScene, options.renewScene);
    };
    const scripts = scriptsFor(scene)?.then(start);
    if (!scripts) start();
    Promise.all([import('./passage.ts'), scripts]).then(
      ([module]) => isWanted() && this.#startPassage(module, incoming, cameraScene, options),
      () => isWanted() && this.#fail(),
    );
    return promise;
  }

  /** Fetches what these scenes show first, once the one in view is sharp. */
  prefetch(scenes: readonly Scene[]): void {
    this.#stopPrefetch();
    const abort = new AbortController();
    this.#abortPrefetch = abort;
    const start = () =>
      import('./sources/prefetch.ts').then(
        (module) => module.prefetch(scenes, this.#prefetched, abort.signal),
        () => undefined,
      );
    if (this.#announced.sharp) void start();
    else this.#onSharp = () => void start();
  }

  hold(mix: number): void {
    if (!this.#incoming) return;
    this.#incoming.hold = mix;
    this.#incoming.passage?.hold(mix);
  }

  /** Ends a passage that is under way: in the new scene where it has begun to show, otherwise in the one before. */
  end(): void {
    const { number, source, passage } = this.#incoming ?? {};
    if (passage?.hasArrived) passage.finish();
    this.#incoming = undefined;
    if (number !== undefined && !passage?.hasArrived) {
      passage?.stop();
      source?.destroy();
      this.#host.send({ type: 'back' });
      this.#store.forget((other) => other === number);
      this.viewChanged();
    }
    this.#settle(false);
  }

  /** What is on its way to the next scene does not wait for the one that is being left. */
  viewChanged(): void {
    (this.#incoming?.source ?? this.#source)?.viewChanged();
  }

  onStageEvent(event: StageEvent): void {
    switch (event.type) {
      case 'ready':
      case 'sharp':
        this.#onProgress(event.type, event.scene);
        break;
      case 'framedrawn':
        (event.scene === this.#scene ? this.#source : this.#incoming?.source)?.frameDrawn?.();
        break;
      case 'contextlost':
        // What is left of the scene before is gone.
        if (this.#incoming?.passage?.hasArrived) this.end();
        break;
    }
  }

  /** Gives the stage again what it has lost. */
  restore(): void {
    this.#source?.restore();
    this.#incoming?.source?.restore();
  }

  destroy(): void {
    this.end();
    this.#stopPrefetch();
    this.#scene = ++this.#count;
    this.#source?.destroy();
    this.#source = undefined;
  }

  #onProgress(type: 'ready' | 'sharp', scene: number): void {
    if (scene === this.#scene) {
      this.#announce(type);
      if (type === 'ready' && !this.#incoming) this.#settle(true);
    } else if (scene === this.#incoming?.number) {
      this.#incoming.isReady = true;
      this.#incoming.passage?.ready();
    }
  }

  #announce(type: 'ready' | 'sharp'): void {
    if (this.#announced[type]) return;
    this.#announced[type] = true;
    this.#host.emit(type, undefined);
    if (type === 'ready') return;
    this.#onSharp?.();
    this.#onSharp = undefined;
  }

  #startPassage(
    { Passage }: typeof import('./passage.ts'),
    incoming: Incoming,
    cameraScene: CameraScene,
    options: GoOptions,
  ): void {
    const passage = new Passage(this.#camera, cameraScene, options, {
      arrive: () => this.#arrive(incoming),
      show: (mix, past) => this.#host.send({ type: 'mix', mix, orientation: this.#camera.orientation, past }),
      finish: () => {
        this.#incoming = undefined;
        this.#store.forget((other) => other !== incoming.number);
        this.#settle(true);
      },
    });
    incoming.passage = passage;
    if (incoming.hold !== undefined) passage.hold(incoming.hold);
    if (incoming.isReady) passage.ready();
  }

  /** The camera is in the new scene, of which nothing is seen yet. */
  #arrive({ source, number }: Incoming): void {
    this.#source?.destroy();
    this.#source = source;
    this.#scene = number;
    this.#announced = { ready: false, sharp: false };
    this.#announce('ready');
  }

  #stopPrefetch(): void {
    this.#abortPrefetch.abort();
    this.#onSharp = undefined;
  }

  /** A script could not be loaded. */
  #fail(): void {
    this.#host.emit('error', {
      code: 'network',
      message: 'No script',
      fatal: true,
    });
    this.end();
  }

  #promise(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  #createSource(
    number: number,
    scene: Scene,
    cameraScene: CameraScene,
    renewScene: LoadOptions['renewScene'],
  ): Source {
    const host = this.#host;
    const placement = placementOf(scene);
    const arrival = this.#camera.firstOrientation(cameraScene);
    const isBehind = () => this.#scene !== number;
    cameraScene.number = number;
    const context: SourceContext = {
      ...host,
      scene: number,
      placement,
      store: this.#store,
      prefetched: this.#prefetched,
      begin: (given) => {
        const behind = isBehind() ? arrival : undefined;
        if (!behind) this.#store.forget((other) => other !== number);
        host.send({ type: 'scene', scene: number, placement, behind, ...given });
        // After the stage has left the scene before: that one is not to be seen as this one begins.
        if (!behind && !this.#source) this.#camera.begin(cameraScene);
      },
      emit: (type, payload) => {
        host.emit(type, payload);
        if (type === 'error' && isBehind() && (payload as ViewerError).fatal) this.end();
      },
      sight: () => (isBehind() ? sightOf(arrival, placement.pose) : this.#camera.sight),
      widthKnown: (texels) => {
        cameraScene.sphereWidth = texels;
        if (!isBehind()) this.#camera.setSphereWidth(texels);
      },
    };
    return createSource(scene, context, renewScene);
  }
}
