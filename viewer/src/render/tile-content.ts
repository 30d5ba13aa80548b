import { type Placement, sphereWidth } from '../math/placement.ts';
import {
  baseLevel,
  baseTiles,
  chooseLevel,
  type PyramidShape,
  type TileKey,
  texelsPerPixel,
  tileId,
  visibleTiles,
} from '../math/tiles.ts';
import { aspectOf, type Content, type FrameView, place, type UploadPace } from './content.ts';
import { PageTable } from './page-table.ts';
import type { Program, Programs } from './program.ts';
import type { TileArray } from './tile-array.ts';

/** Below this many texels per pixel the filter goes across tiles. */
const ENLARGED = 0.7;
/** The image plane that is covered before tiles are shown: a fade begins wider than it ends, and where the visitor looks. */
const MARGIN = 1.7;

interface Entry {
  key: TileKey;
  layer: number;
  isStandIn: boolean;
}

/** The tiles of a scene's pyramid, found through a page table. */
export class TileContent implements Content {
  readonly #gl: WebGL2RenderingContext;
  readonly #programs: Programs;
  readonly #pyramid: PyramidShape;
  readonly #placement: Placement;
  readonly #array: TileArray;
  readonly #pages: PageTable;
  readonly #entries = new Map<string, Entry>();
  #waiting: { key: TileKey; bitmap: ImageBitmap }[] = [];
  #arePagesStale = true;
  #isFree = false;

  constructor(
    gl: WebGL2RenderingContext,
    programs: Programs,
    { pyramid, placement, array }: { pyramid: PyramidShape; placement: Placement; array: TileArray },
  ) {
    this.#gl = gl;
    this.#programs = programs;
    this.#pyramid = pyramid;
    this.#placement = placement;
    this.#array = array;
    this.#pages = new PageTable(gl, pyramid);
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
    this.#array.give(entry.layer);
    this.#arePagesStale = true;
  }

  /** Fills what is missing of the level that is always kept from an enlarged preview, so that no hole is left. */
  async standIn(preview: ImageBitmap): Promise<void> {
    const { levels, tileSize } = this.#pyramid;
    const { width = 1, height = 1 } = levels[baseLevel(levels)] ?? {};
    const enlarged = await createImageBitmap(preview, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'high',
    });
    for (const key of baseTiles(this.#pyramid, this.#placement)) {
      if (this.#isFree || this.#entries.has(tileId(key))) continue;
      this.#upload(key, enlarged, { x: key.column * tileSize, y: key.row * tileSize, isStandIn: true });
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
    return this.#inView(view, MARGIN).every((key) => this.#isCovered(key));
  }

  isSharp(view: FrameView): boolean {
    return this.#inView(view).every((key) => this.#entries.get(tileId(key))?.isStandIn === false);
  }

  bind(view: FrameView): Program {
    const gl = this.#gl;
    const { levels, tileSize } = this.#pyramid;
    const finest = levels.length - 1;
    const around = sphereWidth(levels[finest]?.width ?? 1, this.#placement);
    const scale = texelsPerPixel(around, view.fov, view.height);
    const program = this.#programs.activate(scale < ENLARGED ? 'enlargedTiles' : 'tiles');
    const tiles = this.#array.bind();
    if (this.#arePagesStale) this.#pages.write(this.#entries.values());
    this.#arePagesStale = false;
    const pages = this.#pages.bind();
    gl.uniform1i(program.uniform('tiles'), tiles);
    gl.uniform1i(program.uniform('pages'), pages);
    gl.uniform1f(program.uniform('tileSize'), tileSize);
    gl.uniform1i(program.uniform('finest'), finest);
    const sizes = levels.flatMap((level) => [level.width, level.height]);
    gl.uniform2fv(program.uniform('sizes'), sizes);
    place(gl, program, this.#placement, this.#placement.eye);
    return program;
  }

  free(): void {
    this.#isFree = true;
    for (const { bitmap } of this.#waiting.splice(0)) bitmap.close();
    for (const { layer } of this.#entries.values()) this.#array.give(layer);
    this.#entries.clear();
    this.#pages.free();
  }

  #inView(view: FrameView, overscan = 1): TileKey[] {
    const placement = this.#placement;
    const level = chooseLevel(this.#pyramid.levels, view.fov, view.height, sphereWidth(1, placement));
    return visibleTiles(this.#pyramid, level, view, aspectOf(view), { overscan, placement });
  }

  #isCovered({ level, row, column }: TileKey): boolean {
    for (let up = 0; up <= level; up++) {
      const id = tileId({ level: level - up, row: row >> up, column: column >> up });
      if (this.#entries.has(id)) return true;
    }
    return false;
  }

  #upload(
    key: TileKey,
    bitmap: ImageBitmap,
    { x, y, isStandIn }: { x: number; y: number; isStandIn: boolean },
  ): void {
    const id = tileId(key);
    const layer = this.#entries.get(id)?.layer ?? this.#array.take();
    if (layer === undefined) return;
    this.#array.write(layer, bitmap, x, y);
    this.#entries.set(id, { key, layer, isStandIn });
    this.#arePagesStale = true;
  }
}
