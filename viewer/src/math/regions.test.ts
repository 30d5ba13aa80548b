import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Placement } from './placement.ts';
import { contains, intersects, strips, visibleRegion } from './regions.ts';
import { cameraMatrix, DEGREE, imageCoordinates, type Orientation, sightOf } from './view.ts';

const image = { width: 4096, height: 2048 };
const ahead = { yaw: 0, pitch: 0, roll: 0, fov: 75 * DEGREE };
const seen = (view: Partial<Orientation>, placement?: Placement) =>
  visibleRegion(image, sightOf({ ...ahead, ...view }, undefined), 16 / 9, placement);
const within = (max: number) => fc.integer({ min: -1000, max: 1000 }).map((n) => (n / 1000) * max);

describe('visibleRegion', () => {
  it('is a part around the middle when looking ahead', () => {
    const { x, y, width, height } = seen({});
    expect(x + width / 2).toBeCloseTo(2048, -1);
    expect(y + height / 2).toBeCloseTo(1024, -1);
    expect(width).toBeLessThan(4096 * 0.4);
    expect(height).toBeLessThan(2048 * 0.6);
  });

  it('is as wide as the image at its ends and at the poles', () => {
    expect(seen({ yaw: 3 }).width).toBe(4096);
    const up = seen({ pitch: 1.4 });
    expect([up.x, up.y, up.width]).toEqual([0, 0, 4096]);
  });

  it('lies in the left eye’s half of a stereo picture, and within what a picture covers', () => {
    const half = seen({}, { coverage: [0, 0, 1, 1], eye: [0, 0, 1, 0.5] });
    expect(half.y + half.height / 2).toBeCloseTo(512, -1);
    expect(seen({ pitch: -1.4 }, { coverage: [0, 0, 1, 1], eye: [0, 0, 1, 0.5] })).toMatchObject({
      width: 4096,
    });
    const cropped = seen({}, { coverage: [0.45, 0.4, 0.1, 0.2], eye: [0, 0, 1, 1] });
    expect(cropped).toEqual({ x: 0, y: 0, ...image });
  });

  it('holds every point on screen', () => {
    fc.assert(
      fc.property(within(Math.PI), within(1.47), within(1), within(1), (yaw, pitch, x, y) => {
        const view = { ...ahead, yaw, pitch };
        const region = visibleRegion(image, sightOf(view, undefined), 1.6);
        const extent = Math.tan(ahead.fov / 2);
        const [u, v] = imageCoordinates(cameraMatrix(view), x * extent * 1.6, y * extent);
        const point = { x: u * 4096, y: v * 2048, width: 0, height: 0 };
        expect(contains(region, point)).toBe(true);
      }),
      { numRuns: 500, examples: [[-0.80425, 0.92169, -0.001, 0.99]] },
    );
  });
});

describe('strips', () => {
  it('cover a region exactly and are no larger than allowed', () => {
    const region = { x: 10, y: 20, width: 1000, height: 999 };
    const parts = strips(region, 300_000);
    expect(parts.reduce((sum, part) => sum + part.height, 0)).toBe(999);
    expect(parts.every((part) => contains(region, part) && part.width * part.height <= 300_000)).toBe(true);
    expect(parts.some((part, index) => parts.slice(index + 1).some((other) => intersects(part, other)))).toBe(
      false,
    );
  });
});
