import { describe, expect, it } from 'vitest';
import { tileId } from '../math/tiles.ts';
import { TileStore } from './tile-store.ts';

const key = (column: number) => ({ level: 0, row: 0, column });

describe('TileStore', () => {
  it('drops what was wanted least recently, whichever scene it belongs to', () => {
    const dropped: string[] = [];
    const store = new TileStore((tile) => dropped.push(`${tile.scene}:${tileId(tile.key)}`));
    expect(store.reserve(512, 4)).toBe(4);
    for (const column of [0, 1, 2, 3]) store.add(1, key(column));
    store.touch(1, key(0));
    store.add(2, key(0), true);
    store.add(2, key(1));
    expect(dropped).toEqual(['1:0/0/1', '1:0/0/2']);
    // A tile takes the place of what stood in for it.
    expect(store.has(2, key(0))).toBe(false);
    store.add(2, key(0));
    expect(store.has(2, key(0))).toBe(true);
    expect(dropped).toHaveLength(2);
  });

  it('never holds less for a later scene, unless its tiles have another size', () => {
    const store = new TileStore(() => {});
    store.reserve(512, 40);
    expect(store.reserve(512, 10)).toBe(40);
    expect(store.reserve(256, 10)).toBe(10);
  });

  it('forgets a scene', () => {
    const store = new TileStore(() => {});
    store.reserve(512, 4);
    store.add(1, key(0));
    store.add(2, key(0));
    store.forget((scene) => scene !== 2);
    expect([store.holds(1), store.holds(2)]).toEqual([false, true]);
  });
});
