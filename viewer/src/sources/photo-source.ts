import { sphereWidth } from '../math/placement.ts';
import type { PhotoScene, Scene } from '../types.ts';
import { MediaFetcher } from './media-fetcher.ts';
import { reportError, type Source, type SourceContext } from './source.ts';
import { TileLoader } from './tile-loader.ts';

const BYTES_PER_TEXEL = 4;

/** A photo: its preview, and its tiles or the whole image. */
export class PhotoSource implements Source {
  readonly #context: SourceContext;
  readonly #fetcher: MediaFetcher<PhotoScene>;
  readonly #abort = new AbortController();
  readonly #tiles: TileLoader | undefined;
  #isImageShown = false;

  constructor(scene: PhotoScene, context: SourceContext, renewScene: (() => Promise<Scene>) | undefined) {
    this.#context = context;
    this.#fetcher = new MediaFetcher(scene, renewScene, context);
    if (scene.tiles) {
      context.widthKnown(sphereWidth(scene.tiles.levels.at(-1)?.width ?? 0, context.placement));
      this.#tiles = new TileLoader(this.#fetcher, scene.tiles, context, this.#abort.signal);
    }
    this.#start();
  }

  viewChanged(): void {
    this.#tiles?.schedule();
  }

  restore(): void {
    this.#isImageShown = false;
    this.#start();
  }

  destroy(): void {
    this.#abort.abort();
  }

  #start(): void {
    const { preview, image, tiles } = this.#fetcher.scene;
    this.#context.begin({
      pyramid: tiles && { tileSize: tiles.tileSize, levels: tiles.levels },
      capacity: this.#tiles?.capacity ?? 0,
    });
    if (preview) void this.#loadPreview();
    if (this.#tiles) this.#tiles.reset();
    else if (image) void this.#loadImage();
  }

  async #loadPreview(): Promise<void> {
    const { signal } = this.#abort;
    try {
      const bitmap = await this.#fetcher.bitmap((scene) => scene.preview ?? '', signal);
      if (this.#isImageShown) bitmap.close();
      else this.#context.send({ type: 'preview', scene: this.#context.scene, bitmap }, [bitmap]);
    } catch (error) {
      const { image, tiles } = this.#fetcher.scene;
      reportError(this.#context, error, signal, !image && !tiles);
    }
  }

  async #loadImage(): Promise<void> {
    const { signal } = this.#abort;
    try {
      const bitmap = await this.#fetcher.bitmapWithRetry((scene) => scene.image ?? '', signal);
      const fitting = await this.#fit(bitmap);
      if (signal.aborted) {
        fitting.close();
        return;
      }
      this.#isImageShown = true;
      this.#context.widthKnown(sphereWidth(fitting.width, this.#context.placement));
      this.#context.send({ type: 'image', scene: this.#context.scene, bitmap: fitting }, [fitting]);
    } catch (error) {
      reportError(this.#context, error, signal, true);
    }
  }

  /** The image at half its size, or less, until it fits a texture and the GPU's share of memory. */
  async #fit(bitmap: ImageBitmap): Promise<ImageBitmap> {
    const { textureBudget } = this.#context;
    const maxSize = await this.#context.maxTextureSize();
    let { width, height } = bitmap;
    while (width > maxSize || height > maxSize || width * height * BYTES_PER_TEXEL > textureBudget) {
      width = Math.ceil(width / 2);
      height = Math.ceil(height / 2);
    }
    if (width === bitmap.width) return bitmap;
    const smaller = await createImageBitmap(bitmap, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'medium',
    });
    bitmap.close();
    return smaller;
  }
}
