import { sphereWidth } from '../math/placement.ts';
import { baseTiles, chooseLevel, type TileKey, tileCapacity, tileId, visibleTiles } from '../math/tiles.ts';
import type { PhotoScene, TilePyramid } from '../types.ts';
import { MAX_ATTEMPTS, MediaError, type MediaFetcher, retryDelayMs, tileUrl } from './media-fetcher.ts';
import { reportError, type SourceContext } from './source.ts';

/** Browsers open this many connections to one HTTP/1.1 server. */
const CONCURRENCY = 6;
/** Of the texture budget, which also allows for one large whole image; more tiles than these are never in view. */
const SHARE = 0.5;
/** How often the wanted tiles are computed while the view moves. */
const UPDATE_INTERVAL_MS = 60;
/** The image plane that is loaded ahead, as a multiple of the one on screen. */
const OVERSCAN = 1.35;

/** Keeps the tiles that the view wants on the stage, within its capacity. */
export class TileLoader {
  readonly #fetcher: MediaFetcher<PhotoScene>;
  readonly #context: SourceContext;
  readonly #pyramid: TilePyramid;
  readonly #capacity: number;
  readonly #hasPreview: boolean;
  readonly #signal: AbortSignal;
  readonly #loading = new Map<string, AbortController>();
  readonly #failures = new Map<string, number>();
  readonly #paused = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    fetcher: MediaFetcher<PhotoScene>,
    pyramid: TilePyramid,
    context: SourceContext,
    signal: AbortSignal,
  ) {
    this.#fetcher = fetcher;
    this.#context = context;
    this.#pyramid = pyramid;
    const wanted = tileCapacity(pyramid, context.textureBudget * SHARE, context.largestSize());
    this.#capacity = context.store.reserve(pyramid.tileSize, wanted);
    this.#hasPreview = fetcher.scene.preview !== undefined;
    this.#signal = signal;
    addEventListener('online', this.#onOnline, { signal });
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      for (const controller of this.#loading.values()) controller.abort();
    });
  }

  get capacity(): number {
    return this.#capacity;
  }

  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.update();
    }, UPDATE_INTERVAL_MS);
  }

  /** The stage is empty again. */
  reset(): void {
    const { scene, store, placement } = this.#context;
    store.forget((other) => other === scene);
    if (this.#hasPreview) for (const key of baseTiles(this.#pyramid, placement)) store.add(scene, key, true);
    this.#retryAll();
  }

  update(): void {
    if (this.#signal.aborted || this.#context.size().height === 0) return;
    const { first, rest } = this.#wanted();
    const unique = new Map([...first, ...rest].map((key) => [tileId(key), key]));
    const wanted = new Map([...unique].slice(0, this.#capacity));
    for (const [id, controller] of this.#loading) {
      if (!wanted.has(id)) controller.abort();
    }
    const { scene, store } = this.#context;
    // What matters most is to be dropped last.
    for (const key of [...wanted.values()].reverse()) store.touch(scene, key);
    // Tiles out of view would take bandwidth from those in view.
    const isWaitedFor = (key: TileKey) => !store.has(scene, key) && !this.#paused.has(tileId(key));
    const isFirstDue = first.some((key) => wanted.has(tileId(key)) && isWaitedFor(key));
    const due = isFirstDue ? first.length : wanted.size;
    for (const [id, key] of [...wanted].slice(0, due)) {
      if (this.#loading.size >= CONCURRENCY) break;
      if (!store.has(scene, key) && !this.#loading.has(id) && !this.#paused.has(id)) void this.#load(id, key);
    }
  }

  /** In the order of loading: what is in view; then the whole sphere coarsely, and what a small turn brings. */
  #wanted(): { first: TileKey[]; rest: TileKey[] } {
    const { placement } = this.#context;
    const sight = this.#context.sight();
    const { width, height } = this.#context.size();
    const level = chooseLevel(this.#pyramid.levels, sight.fov, height, sphereWidth(1, placement));
    const inView = (overscan: number) =>
      visibleTiles(this.#pyramid, level, sight, width / height, { overscan, placement });
    const base = baseTiles(this.#pyramid, placement);
    return this.#hasPreview && !this.#context.options.budget
      ? { first: inView(1), rest: [...base, ...inView(OVERSCAN)] }
      : { first: base, rest: [...inView(1), ...inView(OVERSCAN)] };
  }

  async #load(id: string, key: TileKey): Promise<void> {
    const controller = new AbortController();
    this.#loading.set(id, controller);
    try {
      const bitmap = await this.#fetcher.bitmap((scene) => tileUrl(scene, key), controller.signal);
      this.#failures.delete(id);
      const { scene, store } = this.#context;
      store.add(scene, key);
      this.#context.send({ type: 'tile', scene, key, bitmap }, [bitmap]);
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(id, error);
    } finally {
      this.#loading.delete(id);
    }
    this.update();
  }

  #fail(id: string, error: unknown): void {
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    this.#paused.add(id);
    if (error instanceof MediaError && error.canRetry && failures < MAX_ATTEMPTS) {
      setTimeout(() => {
        this.#paused.delete(id);
        this.update();
      }, retryDelayMs(failures));
      return;
    }
    const isAlone = !this.#context.store.holds(this.#context.scene) && this.#loading.size <= 1;
    reportError(this.#context, error, this.#signal, isAlone);
  }

  readonly #onOnline = (): void => this.#retryAll();

  #retryAll(): void {
    this.#failures.clear();
    this.#paused.clear();
    this.update();
  }
}
