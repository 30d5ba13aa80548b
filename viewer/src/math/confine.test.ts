import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confine } from './confine.ts';
import type { Box } from './placement.ts';
import { cameraMatrix, DEGREE, imageCoordinates, type Matrix, sightOf } from './view.ts';

const ahead = { yaw: 0, pitch: 0, roll: 0, fov: 75 * DEGREE };
const within = (max: number) => fc.integer({ min: -1000, max: 1000 }).map((n) => (n / 1000) * max);
const tilted = cameraMatrix({ yaw: 1, pitch: 0.1, roll: -0.15, fov: 1 });

const CROPS: Record<string, { seen: Box; pose?: Matrix }> = {
  '180 by 90 degrees': { seen: [0.25, 0.25, 0.5, 0.5] },
  '120 by 60 degrees': { seen: [1 / 3, 1 / 3, 1 / 3, 1 / 3] },
  'off centre': { seen: [0.1, 0.2, 0.4, 0.4] },
  'up to the zenith': { seen: [0.2, 0, 0.6, 0.6] },
  'all around, without the nadir': { seen: [0, 0, 1, 0.7] },
  'a band all around, tilted': { seen: [0, 0.2, 1, 0.6], pose: tilted },
  '180 by 120 degrees, tilted': { seen: [0.25, 1 / 6, 0.5, 2 / 3], pose: tilted },
};

describe('confine', () => {
  for (const [name, { seen, pose }] of Object.entries(CROPS)) {
    it(`shows nothing beyond a picture of ${name}`, () => {
      const [left, top, width, height] = seen;
      fc.assert(
        fc.property(
          within(Math.PI),
          within(1.47),
          within(0.6),
          within(1),
          within(1),
          (yaw, pitch, zoom, x, y) => {
            for (const aspect of [16 / 9, 0.5]) {
              const view = confine({ ...ahead, yaw, pitch, fov: 0.9 + zoom }, seen, pose, aspect);
              const { camera, fov } = sightOf(view, pose);
              const extent = Math.tan(fov / 2);
              const [u, v] = imageCoordinates(camera, x * extent * aspect, y * extent);
              // Half a degree, since only points along the screen's edges are looked at.
              expect(v).toBeGreaterThan(top - 0.003);
              expect(v).toBeLessThan(top + height + 0.003);
              if (width < 1) {
                expect(u).toBeGreaterThan(left - 0.0015);
                expect(u).toBeLessThan(left + width + 0.0015);
              }
            }
          },
        ),
        { numRuns: 300 },
      );
    });
  }

  it('leaves a view alone that is inside', () => {
    const view = { ...ahead, yaw: 0.1, fov: 0.5 };
    expect(confine(view, [0.25, 0.25, 0.5, 0.5], undefined, 16 / 9)).toEqual(view);
  });

  it('turns back before it zooms in', () => {
    const view = confine({ ...ahead, yaw: 3, fov: 0.5 }, [0.25, 0.25, 0.5, 0.5], undefined, 1);
    expect(view.fov).toBe(0.5);
    expect(view.yaw).toBeCloseTo(Math.PI / 2 - 0.25, 2);
  });

  it('shows as much as fits', () => {
    const { fov } = confine({ ...ahead, fov: 95 * DEGREE }, [0.25, 1 / 3, 0.5, 1 / 3], undefined, 1);
    expect(fov / DEGREE).toBeCloseTo(60, 0);
  });
});
