import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cameraMatrix,
  clampPitch,
  DEFAULT_FOV,
  DEGREE,
  imageCoordinates,
  scaleFov,
  wrapAngle,
} from './view.ts';

const straight = { yaw: 0, pitch: 0, roll: 0, fov: DEFAULT_FOV };
const at = (view: Partial<typeof straight>, x = 0, y = 0) =>
  imageCoordinates(cameraMatrix({ ...straight, ...view }), x, y);

describe('wrapAngle', () => {
  it('brings any angle within half a turn without changing its direction', () => {
    fc.assert(
      fc.property(fc.double({ min: -100, max: 100, noNaN: true }), (angle) => {
        const wrapped = wrapAngle(angle);
        expect(wrapped).toBeGreaterThanOrEqual(-Math.PI);
        expect(wrapped).toBeLessThan(Math.PI + 1e-9);
        expect(Math.cos(wrapped)).toBeCloseTo(Math.cos(angle), 9);
        expect(Math.sin(wrapped)).toBeCloseTo(Math.sin(angle), 9);
      }),
    );
  });
});

describe('clampPitch', () => {
  it('keeps the polar angle between 0.1 and pi - 0.1', () => {
    expect(clampPitch(2)).toBeCloseTo(Math.PI / 2 - 0.1, 12);
    expect(clampPitch(-2)).toBeCloseTo(0.1 - Math.PI / 2, 12);
    expect(clampPitch(0.3)).toBe(0.3);
  });
});

describe('imageCoordinates', () => {
  it('sees the middle of the image straight ahead', () => {
    expect(at({})).toEqual([0.5, 0.5]);
  });

  it('sees the image right of its middle when turned right, and the sky when turned up', () => {
    const [u, v] = at({ yaw: 45 * DEGREE, pitch: 30 * DEGREE });
    expect(u).toBeCloseTo(0.5 + 45 / 360, 9);
    expect(v).toBeCloseTo(0.5 - 30 / 180, 9);
  });

  it('sees further right at the right of the screen and higher at its top', () => {
    const [right] = at({}, 1, 0);
    const [, top] = at({}, 0, 1);
    expect(right).toBeCloseTo(0.5 + 45 / 360, 9);
    expect(top).toBeCloseTo(0.5 - 45 / 180, 9);
  });

  it('tips the screen, not what is straight ahead, when rolled', () => {
    const [u, v] = at({ roll: 90 * DEGREE });
    expect([u, v]).toEqual([0.5, 0.5]);
    // The right edge of a camera tipped to its left by a quarter turn points up.
    const [, top] = at({ roll: 90 * DEGREE }, 1, 0);
    expect(top).toBeCloseTo(0.25, 9);
  });
});

describe('scaleFov', () => {
  it('halves the image plane at twice the zoom', () => {
    expect(Math.tan(scaleFov(DEFAULT_FOV, 2) / 2)).toBeCloseTo(Math.tan(DEFAULT_FOV / 2) / 2, 12);
  });
});
