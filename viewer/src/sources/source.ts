import type { Placement } from '../math/placement.ts';
import type { Sight } from '../math/view.ts';
import type { MediaCommand, SceneCommand } from '../render/protocol.ts';
import type { ViewerEvents, ViewerOptions } from '../types.ts';
import { MediaError } from './media-fetcher.ts';
import type { TileStore } from './tile-store.ts';

/** What the viewer provides to a source. */
export interface SourceContext {
  options: ViewerOptions;
  /** Number of the scene, which the stage's events carry. */
  scene: number;
  /** What the stage holds of all scenes. */
  store: TileStore;
  /** Media that are there already, by their URLs. */
  prefetched: Map<string, Blob>;
  /** Tells the stage to begin the scene. */
  begin(scene: Pick<SceneCommand, 'pyramid' | 'capacity'>): void;
  send(command: MediaCommand, transfer?: Transferable[]): void;
  emit<K extends keyof ViewerEvents>(type: K, payload: ViewerEvents[K]): void;
  placement: Placement;
  /** The camera in the picture's frame. */
  sight(): Sight;
  /** The picture's width is known, in texels around the whole sphere. */
  widthKnown(sphereWidth: number): void;
  /** The drawing buffer's size in device pixels. */
  size(): { width: number; height: number };
  /** The largest that the drawing buffer may become: that of the whole screen. */
  largestSize(): { width: number; height: number };
  /** Bytes of tiles that the GPU may hold. */
  textureBudget: number;
  /** Most texels of a texture's side; known once the stage has started. */
  maxTextureSize(): Promise<number>;
  /** Whether the stage draws in a worker, to which images must be sent by transfer. */
  isWorker(): boolean;
}

/** The media of one scene: fetches, decodes and hands them to the stage. */
export interface Source {
  /** The view or the size has changed. */
  viewChanged(): void;
  /** The stage has lost everything it had received. */
  restore(): void;
  destroy(): void;
  /** Of a video. */
  readonly element?: HTMLVideoElement;
  play?(): Promise<void>;
  /** The stage has drawn a frame and can take another. */
  frameDrawn?(): void;
}

/** Emits an error, unless the source was destroyed meanwhile. */
export function reportError(
  context: SourceContext,
  error: unknown,
  signal: AbortSignal,
  isFatal: boolean,
): void {
  if (signal.aborted) return;
  const code = error instanceof MediaError ? error.code : 'decode';
  context.emit('error', { code, message: String(error), fatal: isFatal });
}
