import { type TileKey, tileId } from '../math/tiles.ts';

export interface StoredTile {
  scene: number;
  key: TileKey;
  /** Filled from the preview, until the tile itself is there. */
  isStandIn: boolean;
}

const idOf = (scene: number, key: TileKey): string => `${scene}:${tileId(key)}`;

/** What the stage holds of all scenes' tiles, the least recently wanted first. */
export class TileStore {
  readonly #drop: (tile: StoredTile) => void;
  readonly #tiles = new Map<string, StoredTile>();
  #tileSize = 0;
  #capacity = 0;

  constructor(drop: (tile: StoredTile) => void) {
    this.#drop = drop;
  }

  /** How many tiles the stage is to hold for a scene that asks for so many; no fewer than before. */
  reserve(tileSize: number, capacity: number): number {
    this.#capacity = tileSize === this.#tileSize ? Math.max(this.#capacity, capacity) : capacity;
    this.#tileSize = tileSize;
    return this.#capacity;
  }

  /** Whether the tile itself is on the stage. */
  has(scene: number, key: TileKey): boolean {
    return this.#tiles.get(idOf(scene, key))?.isStandIn === false;
  }

  /** Whether the stage has more than previews of a scene. */
  holds(scene: number): boolean {
    return [...this.#tiles.values()].some((tile) => tile.scene === scene && !tile.isStandIn);
  }

  /** Puts off dropping a tile, if it is there. */
  touch(scene: number, key: TileKey): void {
    const id = idOf(scene, key);
    const tile = this.#tiles.get(id);
    if (!tile) return;
    this.#tiles.delete(id);
    this.#tiles.set(id, tile);
  }

  /** Notes a tile that is about to be sent, and drops others where there is no room. */
  add(scene: number, key: TileKey, isStandIn = false): void {
    const id = idOf(scene, key);
    if (isStandIn && this.#tiles.has(id)) return;
    this.#tiles.delete(id);
    for (const [oldest, tile] of this.#tiles) {
      if (this.#tiles.size < this.#capacity) break;
      this.#tiles.delete(oldest);
      this.#drop(tile);
    }
    this.#tiles.set(id, { scene, key, isStandIn });
  }

  /** The stage has freed all tiles of a scene, or of all but one. */
  forget(isGone: (scene: number) => boolean): void {
    for (const [id, { scene }] of this.#tiles) if (isGone(scene)) this.#tiles.delete(id);
  }
}
