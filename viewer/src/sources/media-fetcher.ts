import type { Scene, ViewerErrorCode } from '../types.ts';

export const MAX_ATTEMPTS = 5;

/** Milliseconds before the next attempt, after `attempts` failed ones: 0.5 s, 1 s, 2 s, 4 s, with jitter. */
export const retryDelayMs = (attempts: number): number =>
  500 * 2 ** (attempts - 1) * (0.75 + Math.random() / 2);

/** Why a picture could not be had, and whether asking again may help. */
export class MediaError extends Error {
  readonly code: ViewerErrorCode;
  readonly canRetry: boolean;

  constructor(code: ViewerErrorCode, message: string, canRetry: boolean) {
    super(message);
    this.code = code;
    this.canRetry = canRetry;
  }
}

/** Fetches the pictures of one scene, and renews the scene's addresses when they have expired. */
export class MediaFetcher<S extends Scene> {
  readonly #renewAddress: (() => Promise<Scene>) | undefined;
  #scene: S;
  #renewal: Promise<void> | undefined;

  constructor(scene: S, renewAddress: (() => Promise<Scene>) | undefined) {
    this.#scene = scene;
    this.#renewAddress = renewAddress;
  }

  /** The scene under its newest addresses. */
  get scene(): S {
    return this.#scene;
  }

  get canRenew(): boolean {
    return this.#renewAddress !== undefined;
  }

  /** Asks for fresh addresses; calls while one is under way share its answer. Rejects when the hook does. */
  renew(): Promise<void> {
    this.#renewal ??= this.#askForScene().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Decoded picture at an address of the scene. Throws MediaError, or the signal's reason when aborted. */
  async bitmap(address: (scene: S) => string, signal: AbortSignal): Promise<ImageBitmap> {
    const tried = address(this.#scene);
    let blob = await fetchBlob(tried, signal);
    if (blob === 'forbidden' && this.canRenew) {
      // Another picture may have renewed the addresses while this one was on its way.
      if (address(this.#scene) === tried) await this.renew();
      signal.throwIfAborted();
      blob = await fetchBlob(address(this.#scene), signal);
    }
    if (blob === 'forbidden') throw new MediaError('forbidden', `Access refused to ${tried}`, false);
    const bitmap = await createImageBitmap(blob).catch(() => {
      throw new MediaError('decode', `Not a picture: ${tried.slice(0, 200)}`, false);
    });
    if (signal.aborted) {
      bitmap.close();
      signal.throwIfAborted();
    }
    return bitmap;
  }

  /** As `bitmap`, but tries again where that may help. */
  async bitmapWithRetry(address: (scene: S) => string, signal: AbortSignal): Promise<ImageBitmap> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.bitmap(address, signal);
      } catch (error) {
        if (signal.aborted || !(error instanceof MediaError)) throw error;
        if (!error.canRetry || attempts >= MAX_ATTEMPTS) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(attempts)));
      signal.throwIfAborted();
    }
  }

  async #askForScene(): Promise<void> {
    const scene = await this.#renewAddress?.().catch((error: unknown) => {
      throw new MediaError('forbidden', `Addresses could not be renewed: ${String(error)}`, true);
    });
    if (scene?.kind === this.#scene.kind) this.#scene = scene as S;
  }
}

/** Bytes at an address, `forbidden` on 401 and 403. data: URIs never reach the network or its policies. */
async function fetchBlob(address: string, signal: AbortSignal): Promise<Blob | 'forbidden'> {
  const inline = /^data:([^,]*?)(;base64)?,(.*)$/s.exec(address);
  if (inline) {
    const [, type = '', base64, data = ''] = inline;
    const text = base64 ? atob(data) : decodeURIComponent(data);
    return new Blob([Uint8Array.from(text, (char) => char.charCodeAt(0))], { type });
  }
  const response = await fetch(address, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new MediaError('network', `No answer from ${address}`, true);
  });
  if (response.status === 401 || response.status === 403) return 'forbidden';
  if (!response.ok) {
    const canRetry = response.status >= 500 || response.status === 408 || response.status === 429;
    throw new MediaError('network', `Status ${response.status} from ${address}`, canRetry);
  }
  // Not `blob()`: in Chromium that never settles for some answers that a `<link rel=preload>` has fetched.
  const bytes = await response.arrayBuffer().catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new MediaError('network', `Broken answer from ${address}`, true);
  });
  return new Blob([bytes], { type: response.headers.get('content-type') ?? '' });
}
