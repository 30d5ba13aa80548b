import path from 'node:path';
import { clamp } from '@oriel/contract';
import { Piscina } from 'piscina';
import sharp, { type Sharp } from 'sharp';
import { placeOnSphere, type SpherePart } from '../../media/service.ts';
import type { Cube, CubeFace } from './cube-projection.ts';
import { FACES, type Face, type SceneSource, type TiledFace } from './draft.ts';
import { type ImportFolder, ImportRefused } from './import-folder.ts';

/** Pixels of a face of the result, at most: a sphere of 8192 pixels, which takes 100 MB while it is drawn. */
const MAX_FACE = 2048;
const MIN_FACE = 256;
const MAX_TILES_PER_FACE = 1024;
const MAX_PIXELS = 16_384 * 8192;
const QUALITY = 92;

/** A picture that can be taken in, and what had to be done for it. */
export interface ScenePicture {
  /** An absolute path. */
  file: string;
  changes: string[];
}

/** Turns the pictures of an export into whole equirectangular ones, in a worker thread where that takes long. */
export class ScenePictures {
  readonly #thread = new Piscina<{ cube: Cube; width: number }, Uint8Array>({
    filename: new URL('./cube-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
  });
  readonly #folder: ImportFolder;
  readonly #workFolder: string;

  /** @param workFolder an empty folder, which the caller removes */
  constructor(folder: ImportFolder, workFolder: string) {
    this.#folder = folder;
    this.#workFolder = workFolder;
  }

  /** @throws {ImportRefused} if a file is missing or damaged */
  async make(source: SceneSource, index: number): Promise<ScenePicture> {
    if (source.kind === 'film') return { file: await this.#folder.resolve(source.file), changes: [] };
    if (source.kind === 'whole') {
      const file = await this.#folder.resolve(source.file);
      if (source.part === undefined) return { file, changes: [] };
      return this.#placeOnSphere(file, source.part, index);
    }
    const made = await Promise.all(
      FACES.map(async (name) => ({
        name,
        ...(source.kind === 'cube'
          ? { face: await this.#readFace(source.faces[name], name), missing: 0 }
          : await this.#joinTiles(source.faces[name], source.detail)),
      })),
    );
    const cube = Object.fromEntries(made.map(({ name, face }) => [name, face])) as Cube;
    const width = Math.max(...made.map(({ face }) => face.size)) * 4;
    const pixels = await this.#thread.run({ cube, width });
    const file = path.join(this.#workFolder, `scene-${index}.jpg`);
    await sharp(pixels, { raw: { width, height: width / 2, channels: 3 } })
      .jpeg({ quality: QUALITY })
      .toFile(file);
    const missing = made.reduce((sum, part) => sum + part.missing, 0);
    const changes = [`its cube became one picture of ${width} by ${width / 2} pixels`];
    if (missing > 0) changes.push(`${missing} missing tiles are black`);
    return { file, changes };
  }

  async #decode(input: Sharp, size: number): Promise<CubeFace> {
    const { data } = await input
      .resize({ width: size, height: size, fit: 'fill' })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = new Uint8Array(new SharedArrayBuffer(data.length));
    pixels.set(data);
    return { pixels, size };
  }

  async #readFace(name: string, face: Face): Promise<CubeFace> {
    const file = await this.#folder.resolve(name);
    try {
      const image = sharp(file, { limitInputPixels: MAX_PIXELS });
      const { width = 0, height = 0 } = await image.metadata();
      if (width !== height || width < MIN_FACE)
        throw new ImportRefused(`The face ${face} is no square of 256 pixels or more.`);
      return await this.#decode(image, Math.min(width, MAX_FACE));
    } catch (error) {
      throw error instanceof ImportRefused ? error : new ImportRefused(`The picture ${name} is damaged.`);
    }
  }

  async #joinTiles(
    { size, tileSize, tile }: TiledFace,
    detail: number,
  ): Promise<{ face: CubeFace; missing: number }> {
    const count = Math.ceil(size / tileSize);
    if (count * count > MAX_TILES_PER_FACE)
      throw new ImportRefused('A face of the cube has more than 1024 tiles.');
    let missing = 0;
    const tiles: { input: string; left: number; top: number }[] = [];
    for (let row = 0; row < count; row += 1)
      for (let column = 0; column < count; column += 1) {
        const name = tile(row, column);
        if (this.#folder.has(name))
          tiles.push({
            input: await this.#folder.resolve(name),
            left: column * tileSize,
            top: row * tileSize,
          });
        else missing += 1;
      }
    if (tiles.length === 0)
      throw new ImportRefused(`Its tiles are missing, such as ${tile(0, 0).slice(0, 200)}.`);
    try {
      const background = { r: 0, g: 0, b: 0 };
      const joined = await sharp({ create: { width: size, height: size, channels: 3, background } })
        .composite(tiles.map((one) => ({ ...one, limitInputPixels: MAX_PIXELS })))
        .raw()
        .toBuffer();
      const image = sharp(joined, { raw: { width: size, height: size, channels: 3 } });
      const shown = Math.max(MIN_FACE, Math.min(size, Math.round(detail), MAX_FACE));
      return { face: await this.#decode(image, shown), missing };
    } catch {
      throw new ImportRefused('Its tiles are damaged, or larger than they should be.');
    }
  }

  async #placeOnSphere(file: string, part: SpherePart, index: number): Promise<ScenePicture> {
    const image = sharp(file, { limitInputPixels: MAX_PIXELS });
    const { width = 0 } = await image.metadata().catch(() => {
      throw new ImportRefused('Its picture is damaged.');
    });
    const sphere = clamp(Math.round((width * 360) / (part.maxYaw - part.minYaw) / 2) * 2, 1024, 8192);
    const target = path.join(this.#workFolder, `scene-${index}.jpg`);
    await placeOnSphere(image.flatten({ background: '#000' }), part, { width: sphere, height: sphere / 2 })
      .jpeg({ quality: QUALITY })
      .toFile(target)
      .catch(() => {
        throw new ImportRefused('Its picture is damaged.');
      });
    return { file: target, changes: ['its picture, a part of the sphere, was put on a black one'] };
  }

  close(): Promise<void> {
    return this.#thread.destroy();
  }
}
