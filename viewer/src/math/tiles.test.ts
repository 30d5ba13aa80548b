import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONO_SPHERE } from './placement.ts';
import { baseLevel, baseTiles, chooseLevel, tileCapacity, tileId, visibleTiles } from './tiles.ts';
import { cameraMatrix, DEGREE, imageCoordinates, type Orientation, sightOf } from './view.ts';

const levelOf = (width: number, height: number, tileSize: number) => ({
  width,
  height,
  columns: Math.ceil(width / tileSize),
  rows: Math.ceil(height / tileSize),
});
const levels = [1024, 2048, 4096, 8192].map((width) => levelOf(width, width / 2, 512));
const pyramid = { tileSize: 512, levels };
const LARGE = { width: 7680, height: 4320 };
const ahead = { yaw: 0, pitch: 0, roll: 0, fov: 75 * DEGREE };
const sight = (view: Partial<Orientation> = {}) => sightOf({ ...ahead, ...view }, undefined);

describe('chooseLevel', () => {
  it('takes about one texel per pixel', () => {
    // 720 pixels at 75 degrees need 2948 texels around the sphere.
    expect(levels[chooseLevel(levels, 75 * DEGREE, 720)]?.width).toBe(4096);
    expect(levels[chooseLevel(levels, 75 * DEGREE, 400)]?.width).toBe(2048);
    expect(levels[chooseLevel(levels, 75 * DEGREE, 1440)]?.width).toBe(8192);
  });

  it('takes a finer level when zoomed in, and the finest when none is fine enough', () => {
    expect(levels[chooseLevel(levels, 30 * DEGREE, 720)]?.width).toBe(8192);
    expect(levels[chooseLevel(levels, 30 * DEGREE, 4320)]?.width).toBe(8192);
  });
});

describe('baseLevel', () => {
  it('is the coarsest level that is good enough for the whole sphere', () => {
    expect(baseLevel(levels)).toBe(0);
    expect(baseLevel([levelOf(512, 256, 512), ...levels])).toBe(1);
    expect(baseLevel([levelOf(512, 256, 512)])).toBe(0);
  });
});

describe('visibleTiles', () => {
  it('begins with the four tiles around the middle and leaves out what is behind', () => {
    const tiles = visibleTiles(pyramid, 2, sight(), 16 / 9);
    const first = tiles.slice(0, 4).map(tileId).sort();
    expect(first).toEqual(['2/1/3', '2/1/4', '2/2/3', '2/2/4']);
    expect(tiles.some(({ column }) => column === 0 || column === 7)).toBe(false);
  });

  it('goes on across the end of the image', () => {
    const columns = visibleTiles(pyramid, 2, sight({ yaw: Math.PI }), 16 / 9).map((key) => key.column);
    expect(columns).toContain(0);
    expect(columns).toContain(7);
  });

  it('finds every column at the pole', () => {
    const tiles = visibleTiles(pyramid, 3, sight({ pitch: Math.PI / 2 - 0.1 }), 16 / 9);
    expect(new Set(tiles.filter(({ row }) => row === 0).map(({ column }) => column)).size).toBe(16);
  });

  it('finds tiles of the left eye alone, and none beyond what a picture covers', () => {
    const rows = visibleTiles(pyramid, 2, sight({ pitch: -1.4 }), 1, {
      placement: { coverage: [0, 0, 1, 1], eye: [0, 0, 1, 0.5] },
    }).map(({ row }) => row);
    expect(Math.max(...rows)).toBe(1);
    const placement = { coverage: [0.25, 0, 0.5, 1] as const, eye: [0, 0, 1, 1] as const };
    const columns = visibleTiles(pyramid, 2, sight({ yaw: Math.PI / 2 }), 1, { placement });
    expect(columns.length).toBeGreaterThan(0);
    expect(columns.every(({ column }) => column >= 5)).toBe(true);
  });

  it('finds the tile of any point on screen that is not within a hair of its edge', () => {
    // Integers, since arbitrary doubles crowd around zero, where the tiles' edges are.
    const within = (max: number) => fc.integer({ min: -1000, max: 1000 }).map((n) => (n / 1000) * max);
    fc.assert(
      fc.property(
        fc.record({
          yaw: within(3.14),
          pitch: within(1.47),
          x: within(1),
          y: within(1),
        }),
        ({ yaw, pitch, x, y }) => {
          const orientation = { ...ahead, yaw, pitch };
          const extent = Math.tan(ahead.fov / 2);
          const [u, v] = imageCoordinates(cameraMatrix(orientation), x * extent * 1.6, y * extent);
          // Samples are a few degrees apart: tiles that only poke into a corner may be left to the coarse level.
          const edge = Math.min((u * 8) % 1, 1 - ((u * 8) % 1), (v * 4) % 1, 1 - ((v * 4) % 1));
          fc.pre(edge > 0.15 && Math.abs(v - 0.5) < 0.45);
          const found = visibleTiles(pyramid, 2, sight(orientation), 1.6).map(tileId);
          expect(found).toContain(tileId({ level: 2, row: Math.floor(v * 4), column: Math.floor(u * 8) }));
        },
      ),
    );
  });
});

describe('baseTiles', () => {
  it('are those of the eye', () => {
    expect(baseTiles(pyramid, MONO_SPHERE).map(tileId)).toEqual(['0/0/0', '0/0/1']);
    expect(baseTiles(pyramid, { ...MONO_SPHERE, eye: [0, 0, 0.5, 1] }).map(tileId)).toEqual(['0/0/0']);
  });
});

describe('tileCapacity', () => {
  it('is the whole pyramid when it fits, else what the budget pays', () => {
    expect(tileCapacity({ tileSize: 512, levels: levels.slice(0, 2) }, 128 * 2 ** 20, LARGE)).toBe(10);
    expect(tileCapacity(pyramid, 64 * 2 ** 20, LARGE)).toBe(64);
  });

  it('is no more than a few screens', () => {
    // Five by three tiles fill this screen at their coarsest; two more are always kept.
    expect(tileCapacity(pyramid, 512 * 2 ** 20, { width: 1280, height: 720 })).toBe(3 * 5 * 3 + 2);
  });
});
