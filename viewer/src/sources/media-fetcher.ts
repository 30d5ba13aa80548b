import type { TileKey } from '../math/tiles.ts';
import type { PhotoScene, Scene, ViewerErrorCode, ViewerOptions } from '../types.ts';

export const MAX_ATTEMPTS = 5;

/** Milliseconds before the next attempt, after `attempts` failed ones: 0.5 s, 1 s, 2 s, 4 s, with jitter. */
export const retryDelayMs = (attempts: number): number =>
  500 * 2 ** (attempts - 1) * (0.75 + Math.random() / 2);

/** Why an image could not be loaded, and whether a retry may help. */
export class MediaError extends Error {
  readonly code: ViewerErrorCode;
  readonly canRetry: boolean;

  constructor(code: ViewerErrorCode, message: string, canRetry: boolean) {
    super(message);
    this.code = code;
    this.canRetry = canRetry;
  }
}

interface Surroundings {
  options: ViewerOptions;
  /** What is there already, by its URL. */
  prefetched: Map<string, Blob>;
}

/** Fetches the images of one scene, and renews the scene's URLs when they have expired. */
export class MediaFetcher<S extends Scene> {
  readonly #renewScene: (() => Promise<Scene>) | undefined;
  readonly #context: Surroundings;
  #scene: S;
  #renewal: Promise<void> | undefined;

  constructor(scene: S, renewScene: (() => Promise<Scene>) | undefined, context: Surroundings) {
    this.#context = context;
    this.#scene = scene;
    this.#renewScene = renewScene;
  }

  /** The scene under its newest URLs. */
  get scene(): S {
    return this.#scene;
  }

  get canRenew(): boolean {
    return this.#renewScene !== undefined;
  }

  /** Renews the URLs; concurrent calls share one renewal. Rejects when the hook does. */
  renew(): Promise<void> {
    this.#renewal ??= this.#askForScene().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Decoded image at a URL of the scene. Throws MediaError, or the signal's reason when aborted. */
  async bitmap(url: (scene: S) => string, signal: AbortSignal): Promise<ImageBitmap> {
    const tried = url(this.#scene);
    let blob = await this.#load(tried, signal);
    if (blob === 'forbidden' && this.canRenew) {
      // Another image may have renewed the URLs while this one was on its way.
      if (url(this.#scene) === tried) await this.renew();
      signal.throwIfAborted();
      blob = await this.#load(url(this.#scene), signal);
    }
    if (blob === 'forbidden') throw new MediaError('forbidden', `No access to ${tried}`, false);
    const bitmap = await createImageBitmap(blob).catch(() => {
      throw new MediaError('decode', `Not an image: ${tried.slice(0, 200)}`, false);
    });
    if (signal.aborted) {
      bitmap.close();
      signal.throwIfAborted();
    }
    return bitmap;
  }

  /** As `bitmap`, but retries where that may help. */
  async bitmapWithRetry(url: (scene: S) => string, signal: AbortSignal): Promise<ImageBitmap> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.bitmap(url, signal);
      } catch (error) {
        if (signal.aborted || !(error instanceof MediaError)) throw error;
        if (!error.canRetry || attempts >= MAX_ATTEMPTS) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(attempts)));
      signal.throwIfAborted();
    }
  }

  #load(url: string, signal: AbortSignal): Blob | Promise<Blob | 'forbidden'> {
    const { prefetched, options } = this.#context;
    return prefetched.get(url) ?? options.budget?.load(url, signal, this) ?? fetchBlob(url, signal);
  }

  async #askForScene(): Promise<void> {
    const scene = await this.#renewScene?.().catch((error: unknown) => {
      throw new MediaError('forbidden', `No new URLs: ${String(error)}`, true);
    });
    if (scene?.kind === this.#scene.kind) this.#scene = scene as S;
  }
}

/** Bytes at a URL, `forbidden` on 401 and 403. data: URIs never reach the network or its policies. */
export async function fetchBlob(
  url: string,
  signal: AbortSignal,
  priority: RequestPriority = 'auto',
): Promise<Blob | 'forbidden'> {
  const inline = /^data:([^,]*?)(;base64)?,(.*)$/s.exec(url);
  if (inline) {
    const [, type = '', base64, data = ''] = inline;
    const text = base64 ? atob(data) : decodeURIComponent(data);
    return new Blob([Uint8Array.from(text, (char) => char.charCodeAt(0))], { type });
  }
  const fail = (error: unknown): never => {
    if (signal.aborted) throw error;
    throw new MediaError('network', `No response from ${url}`, true);
  };
  const response = await fetch(url, { signal, priority }).catch(fail);
  if (response.status === 401 || response.status === 403) return 'forbidden';
  if (!response.ok) {
    const canRetry = response.status >= 500 || response.status === 408 || response.status === 429;
    throw new MediaError('network', `Status ${response.status} from ${url}`, canRetry);
  }
  // Not `blob()`: in Chromium that never settles for some answers that a `<link rel=preload>` has fetched.
  const bytes = await response.arrayBuffer().catch(fail);
  return new Blob([bytes], { type: response.headers.get('content-type') ?? '' });
}

export function tileUrl(scene: PhotoScene, { level, row, column }: TileKey): string {
  const template = scene.tiles?.url ?? '';
  return template
    .replace('{level}', String(level))
    .replace('{row}', String(row))
    .replace('{column}', String(column));
}
