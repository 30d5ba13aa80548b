import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, intersects, strips, visibleRegion } from './regions.ts';
import { cameraMatrix, DEGREE, imageCoordinates } from './view.ts';

const image = { width: 4096, height: 2048 };
const ahead = { yaw: 0, pitch: 0, roll: 0, fov: 75 * DEGREE };
const within = (max: number) => fc.integer({ min: -1000, max: 1000 }).map((n) => (n / 1000) * max);

describe('visibleRegion', () => {
  it('is a part around the middle when looking ahead', () => {
    const { x, y, width, height } = visibleRegion(image, ahead, 16 / 9);
    expect(x + width / 2).toBeCloseTo(2048, -1);
    expect(y + height / 2).toBeCloseTo(1024, -1);
    expect(width).toBeLessThan(4096 * 0.4);
    expect(height).toBeLessThan(2048 * 0.6);
  });

  it('is as wide as the image at its ends and at the poles', () => {
    expect(visibleRegion(image, { ...ahead, yaw: 3 }, 16 / 9).width).toBe(4096);
    const up = visibleRegion(image, { ...ahead, pitch: 1.4 }, 16 / 9);
    expect([up.x, up.y, up.width]).toEqual([0, 0, 4096]);
  });

  it('holds every point on screen', () => {
    fc.assert(
      fc.property(within(Math.PI), within(1.47), within(1), within(1), (yaw, pitch, x, y) => {
        const view = { ...ahead, yaw, pitch };
        const region = visibleRegion(image, view, 1.6);
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
