import {
  baseLevel,
  chooseLevel,
  type PyramidShape,
  type TileKey,
  texelsPerPixel,
  tileId,
  visibleTiles,
} from '../math/tiles.ts';
import { aspectOf, type Content, type FrameView, type UploadPace } from './content.ts';
import { PageTable } from './page-table.ts';
import { createTexture, type Programs, unpackFrom } from './program.ts';

const TILES_UNIT = 1;
const PAGES_UNIT = 2;
/** Below this many texels per pixel the filter goes across tiles. */
const ENLARGED = 0.7;

interface Entry {
  key: TileKey;
  layer: number;
  isStandIn: boolean;
}

/** The tiles of a pyramid, one in each layer of an array texture, found through a page table. */
export class TileContent implements Content {
  readonly #gl: WebGL2RenderingContext;
  readonly #programs: Programs;
  readonly #pyramid: PyramidShape;
  readonly #texture: WebGLTexture;
  readonly #pages: PageTable;
  readonly #entries = new Map<string, Entry>();
  readonly #freeLayers: number[];
  #waiting: { key: TileKey; bitmap: ImageBitmap }[] = [];
  #arePagesStale = true;
  #isFree = false;

  constructor(gl: WebGL2RenderingContext, programs: Programs, pyramid: PyramidShape, capacity: number) {
    this.#gl = gl;
    this.#programs = programs;
    this.#pyramid = pyramid;
    this.#texture = createTexture(gl, gl.TEXTURE_2D_ARRAY, TILES_UNIT);
    gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.RGBA8, pyramid.tileSize, pyramid.tileSize, capacity);
    this.#pages = new PageTable(gl, PAGES_UNIT, pyramid);
    this.#freeLayers = Array.from({ length: capacity }, (_, index) => capacity - 1 - index);
  }

  /** Takes a tile for one of the next frames. One beyond the capacity is left out: drop another first. */
  add(key: TileKey, bitmap: ImageBitmap): void {
    this.#waiting.push({ key, bitmap });
  }

  drop(key: TileKey): void {
    const id = tileId(key);
    this.#waiting = this.#waiting.filter((tile) => {
      if (tileId(tile.key) !== id) return true;
      tile.bitmap.close();
      return false;
    });
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#freeLayers.push(entry.layer);
    this.#arePagesStale = true;
  }

  /** Fills what is missing of the level that is always kept from an enlarged preview, so that no hole is left. */
  async standIn(preview: ImageBitmap): Promise<void> {
    const level = baseLevel(this.#pyramid.levels);
    const { width = 1, height = 1, columns = 0, rows = 0 } = this.#pyramid.levels[level] ?? {};
    const enlarged = await createImageBitmap(preview, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'high',
    });
    const { tileSize } = this.#pyramid;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const key = { level, row, column };
        if (this.#isFree || this.#entries.has(tileId(key))) continue;
        this.#upload(key, enlarged, { x: column * tileSize, y: row * tileSize, isStandIn: true });
      }
    }
    enlarged.close();
  }

  upload(_view: FrameView, { budgetMs }: UploadPace): boolean {
    const startMs = performance.now();
    for (let tile = this.#waiting.shift(); tile; tile = this.#waiting.shift()) {
      this.#upload(tile.key, tile.bitmap, { x: 0, y: 0, isStandIn: false });
      tile.bitmap.close();
      if (performance.now() - startMs >= budgetMs) break;
    }
    return this.#waiting.length > 0;
  }

  covers(view: FrameView): boolean {
    return this.#inView(view).every((key) => this.#isCovered(key));
  }

  isSharp(view: FrameView): boolean {
    return this.#inView(view).every((key) => this.#entries.get(tileId(key))?.isStandIn === false);
  }

  bind(view: FrameView) {
    const gl = this.#gl;
    const { levels, tileSize } = this.#pyramid;
    const finest = levels.length - 1;
    const scale = texelsPerPixel(levels[finest]?.width ?? 1, view.orientation.fov, view.height);
    const program = this.#programs.activate(scale < ENLARGED ? 'enlargedTiles' : 'tiles');
    this.#bindTexture();
    if (this.#arePagesStale) this.#pages.write(this.#entries.values());
    this.#arePagesStale = false;
    this.#pages.bind();
    gl.uniform1i(program.uniform('tiles'), TILES_UNIT);
    gl.uniform1i(program.uniform('pages'), PAGES_UNIT);
    gl.uniform1f(program.uniform('tileSize'), tileSize);
    gl.uniform1i(program.uniform('finest'), finest);
    const sizes = levels.flatMap((level) => [level.width, level.height]);
    gl.uniform2fv(program.uniform('sizes'), sizes);
    return { camera: program.uniform('camera'), extent: program.uniform('extent') };
  }

  free(): void {
    this.#isFree = true;
    for (const { bitmap } of this.#waiting.splice(0)) bitmap.close();
    this.#gl.deleteTexture(this.#texture);
    this.#pages.free();
  }

  #inView(view: FrameView): TileKey[] {
    const level = chooseLevel(this.#pyramid.levels, view.orientation.fov, view.height);
    return visibleTiles(this.#pyramid, level, view.orientation, aspectOf(view));
  }

  #isCovered({ level, row, column }: TileKey): boolean {
    for (let up = 0; up <= level; up++) {
      const id = tileId({ level: level - up, row: row >> up, column: column >> up });
      if (this.#entries.has(id)) return true;
    }
    return false;
  }

  #bindTexture(): void {
    this.#gl.activeTexture(this.#gl.TEXTURE0 + TILES_UNIT);
    this.#gl.bindTexture(this.#gl.TEXTURE_2D_ARRAY, this.#texture);
  }

  #upload(
    key: TileKey,
    bitmap: ImageBitmap,
    { x, y, isStandIn }: { x: number; y: number; isStandIn: boolean },
  ): void {
    const id = tileId(key);
    const layer = this.#entries.get(id)?.layer ?? this.#freeLayers.pop();
    if (layer === undefined) return;
    const gl = this.#gl;
    const { tileSize } = this.#pyramid;
    const width = Math.min(tileSize, bitmap.width - x);
    const height = Math.min(tileSize, bitmap.height - y);
    this.#bindTexture();
    unpackFrom(gl, x, y, () => {
      const { TEXTURE_2D_ARRAY, RGBA, UNSIGNED_BYTE } = gl;
      gl.texSubImage3D(TEXTURE_2D_ARRAY, 0, 0, 0, layer, width, height, 1, RGBA, UNSIGNED_BYTE, bitmap);
    });
    this.#entries.set(id, { key, layer, isStandIn });
    this.#arePagesStale = true;
  }
}
