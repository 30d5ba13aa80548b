import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { texelsPerPixel } from './tiles.ts';
import {
  cameraMatrix,
  clampPitch,
  DEFAULT_FOV,
  DEGREE,
  imageCoordinates,
  multiply,
  pointing,
  scaleFov,
  sharpestFov,
  sightOf,
  transpose,
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

describe('sightOf', () => {
  const tilted = cameraMatrix({ yaw: 0.7, pitch: 0.2, roll: -0.1, fov: 1 });

  it('sees the middle of a picture where its pose put it', () => {
    const { yaw, pitch } = pointing(sightOf({ ...straight, yaw: 0.7, pitch: 0.2 }, tilted).camera);
    expect(yaw).toBeCloseTo(0, 12);
    expect(pitch).toBeCloseTo(0, 12);
  });

  it('undoes what the pose did', () => {
    const camera = cameraMatrix({ ...straight, yaw: -2, pitch: 0.5 });
    const back = multiply(tilted, sightOf({ ...straight, yaw: -2, pitch: 0.5 }, tilted).camera);
    back.forEach((value, index) => {
      expect(value).toBeCloseTo(camera[index] ?? Number.NaN, 12);
    });
    expect(multiply(transpose(tilted), tilted)[4]).toBeCloseTo(1, 12);
  });
});

describe('sharpestFov', () => {
  it('shows a texel on two pixels', () => {
    for (const width of [2048, 4096, 8192, 16_384]) {
      for (const height of [360, 720, 1080, 1440]) {
        expect(1 / texelsPerPixel(width, sharpestFov(width, height), height)).toBeCloseTo(2, 1);
      }
    }
    expect(sharpestFov(8192, 720) / DEGREE).toBeCloseTo(15.7, 1);
    expect(sharpestFov(4096, 1440) / DEGREE).toBeCloseTo(57.8, 1);
  });
});
