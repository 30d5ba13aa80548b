import { type PyramidShape, type TileKey, tileId } from '../math/tiles.ts';
import type { TilePool } from './TilePool.ts';

interface Upload {
  key: TileKey;
  bitmap: ImageBitmap;
  x: number;
  y: number;
  /** Set on the tiles of a whole picture that the first frame needs. */
  urgent: boolean;
  /** Set on the last tile of a picture: its bitmap can go. */
  last: boolean;
}

/** Tiles that wait for their texture, sent a few per frame so that no frame is held up for long. */
export class UploadQueue {
  readonly #budgetMs: number;
  #uploads: Upload[] = [];

  constructor(budgetMs: number) {
    this.#budgetMs = budgetMs;
  }

  add(key: TileKey, bitmap: ImageBitmap): void {
    this.#uploads.push({ key, bitmap, x: 0, y: 0, urgent: false, last: true });
  }

  /** Cuts a picture into the tiles of level 0, `visible` ones first. */
  addPicture({ tileSize, levels }: PyramidShape, bitmap: ImageBitmap, visible: readonly TileKey[]): void {
    const { columns = 0, rows = 0 } = levels[0] ?? {};
    const seen = new Set(visible.map(tileId));
    const keys = [...visible];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const key = { level: 0, row, column };
        if (!seen.has(tileId(key))) keys.push(key);
      }
    }
    keys.forEach((key, index) => {
      this.#uploads.push({
        key,
        bitmap,
        x: key.column * tileSize,
        y: key.row * tileSize,
        urgent: index < visible.length,
        last: index === keys.length - 1,
      });
    });
  }

  remove(key: TileKey): void {
    const id = tileId(key);
    this.#uploads = this.#uploads.filter((upload) => {
      if (!upload.last || tileId(upload.key) !== id) return true;
      upload.bitmap.close();
      return false;
    });
  }

  /**
   * Uploads at least one tile and then as many as the budget allows; with `hurry`, all urgent ones. Returns
   * whether more are waiting.
   */
  run(pool: TilePool, hurry: boolean): boolean {
    const start = performance.now();
    for (let upload = this.#uploads.shift(); upload; upload = this.#uploads.shift()) {
      pool.upload(upload.key, upload.bitmap, upload.x, upload.y);
      if (upload.last) upload.bitmap.close();
      const next = this.#uploads[0];
      const late = performance.now() - start >= this.#budgetMs;
      if (late && !(hurry && next?.urgent)) break;
    }
    return this.#uploads.length > 0;
  }

  clear(): void {
    for (const upload of this.#uploads) if (upload.last) upload.bitmap.close();
    this.#uploads = [];
  }
}
