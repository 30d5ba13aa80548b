import type { Camera } from './controls/camera.ts';
import { addCanvas } from './elements.ts';
import type { Emitter } from './emitter.ts';
import type { StageCommand, StageEvent } from './render/protocol.ts';
import { canUseWorker, createMainStage, createWorkerStage, type Stage } from './render/stage.ts';
import type { Scenes } from './scenes.ts';
import type { Scene, ViewerEvents, ViewerOptions } from './types.ts';

/** Between a photo and a video: as short as reduced motion wants it. */
const FADE_MS = 150;

export interface Size {
  width: number;
  height: number;
}

/** What a viewer draws on: a canvas that fills its element, and a stage that suits the scene. */
export interface Surface extends Stage {
  /** Called once the host is complete. */
  start(): void;
  /** Makes the stage one that can draw such scenes. */
  prepareStage(kind: Scene['kind']): void;
  /** Whether the stage is one already. */
  hasStageFor(kind: Scene['kind']): boolean;
  isWorker(): boolean;
  maxTextureSize(): Promise<number>;
  /** In device pixels. */
  size(): Size;
  /** In full screen. */
  largestSize(): Size;
}

interface Host {
  root: HTMLElement;
  options: ViewerOptions;
  camera: Camera;
  events: Emitter<ViewerEvents>;
  scenes(): Scenes;
}

export function createSurface({ root, options, camera, events, scenes }: Host): Surface {
  const { renderer = 'auto', maxPixelRatio = 2 } = options;
  const maxTextureSize = Promise.withResolvers<number>();
  let stage: Stage | undefined;
  let isWorker = false;
  let hasWorkerFailed = false;
  let freeRetired = (): void => {};
  let size: Size = { width: 0, height: 0 };

  /** A worker's uploads do not block the page. Video frames take longer to transfer to it than to draw. */
  const belongsInWorker = (kind: Scene['kind']): boolean =>
    renderer === 'auto' ? kind === 'photo' && !hasWorkerFailed && canUseWorker() : renderer === 'worker';
  const hasStageFor = (kind: Scene['kind']) => belongsInWorker(kind) === isWorker;
  const send = (command: StageCommand, transfer?: Transferable[]) => stage?.send(command, transfer);
  const inDevicePixels = (length: number) => Math.round(length * Math.min(devicePixelRatio, maxPixelRatio));

  const measure = (): void => {
    const width = inDevicePixels(root.clientWidth);
    const height = inDevicePixels(root.clientHeight);
    if (width === size.width && height === size.height) return;
    size = { width, height };
    camera.resize(size);
    if (width > 0 && height > 0) send({ type: 'resize', width, height });
    scenes().viewChanged();
  };

  /** Leaves the last image of the stage on screen until the next one has something to show. */
  const retireStage = (): void => {
    const retired = stage;
    const canvas = root.firstElementChild;
    freeRetired();
    freeRetired = () => {
      off();
      retired?.destroy();
      canvas?.remove();
    };
    const off = events.on('ready', () => {
      if (canvas) canvas.animate({ opacity: [1, 0] }, FADE_MS).onfinish = freeRetired;
    });
  };

  const startStage = (inWorker: boolean): void => {
    retireStage();
    isWorker = inWorker;
    stage = (inWorker ? createWorkerStage : createMainStage)(addCanvas(root), onStageEvent);
    size = { width: 0, height: 0 };
    measure();
    send({ type: 'view', orientation: camera.orientation });
  };

  const onStageEvent = (event: StageEvent): void => {
    const { type } = event;
    if (type === 'started') maxTextureSize.resolve(event.maxTextureSize);
    else if (type === 'unsupported') onUnsupported();
    else if (type === 'contextrestored') scenes().restore();
    else scenes().onStageEvent(event);
    if (type === 'contextlost' || type === 'contextrestored') events.emit(type, undefined);
  };

  /** Falls back to the main thread when the worker has no WebGL2 or a policy keeps it from starting. */
  const onUnsupported = (): void => {
    if (isWorker && renderer !== 'worker') {
      hasWorkerFailed = true;
      startStage(false);
      scenes().restore();
      return;
    }
    events.emit('error', { code: 'unsupported', message: 'No WebGL2', fatal: true });
  };

  const resizes = new ResizeObserver(measure);

  return {
    start() {
      // Where drawing happens may depend on the scene; where it does not, there is no need to wait for one.
      if (belongsInWorker('photo') === belongsInWorker('video')) startStage(belongsInWorker('photo'));
      try {
        // Also reports a changed pixel ratio, for example after the window moved to another screen.
        resizes.observe(root, { box: 'device-pixel-content-box' });
      } catch {
        resizes.observe(root);
      }
    },
    prepareStage(kind) {
      if (!stage || !hasStageFor(kind)) startStage(belongsInWorker(kind));
    },
    hasStageFor,
    send,
    isWorker: () => isWorker,
    maxTextureSize: () => maxTextureSize.promise,
    size: () => size,
    largestSize: () => ({
      width: Math.max(size.width, inDevicePixels(screen.width)),
      height: Math.max(size.height, inDevicePixels(screen.height)),
    }),
    destroy() {
      resizes.disconnect();
      freeRetired();
      stage?.destroy();
      stage = undefined;
    },
  };
}
