import { describe, expect, it } from 'vitest';
import { deviceOrientation } from './gyroscope.ts';
import { DEGREE } from './view.ts';

const degrees = (alpha: number, beta: number, gamma: number, screenAngle = 0) => {
  const { yaw, pitch, roll } = deviceOrientation({ alpha, beta, gamma }, screenAngle);
  return { yaw: yaw / DEGREE, pitch: pitch / DEGREE, roll: roll / DEGREE };
};
const close = (found: ReturnType<typeof degrees>, yaw: number, pitch: number, roll: number) => {
  expect(found.yaw).toBeCloseTo(yaw, 6);
  expect(found.pitch).toBeCloseTo(pitch, 6);
  expect(found.roll).toBeCloseTo(roll, 6);
};

describe('deviceOrientation', () => {
  it('looks at the horizon when held upright', () => {
    close(degrees(0, 90, 0), 0, 0, 0);
  });

  it('looks down at a table it lies on almost flat, and up when tipped back', () => {
    close(degrees(0, 30, 0), 0, -60, 0);
    close(degrees(0, 120, 0), 0, 30, 0);
  });

  it('turns left, to smaller yaw, as alpha grows counter-clockwise', () => {
    close(degrees(40, 90, 0), -40, 0, 0);
  });

  it('keeps the horizon level in landscape', () => {
    // Turned counter-clockwise by a quarter: gamma -90 with the screen's content turned along.
    close(degrees(0, 0, -90, 90), 90, 0, 0);
    close(degrees(0, 0, 90, -90), -90, 0, 0);
  });

  it('rolls with a device tipped to its left while upright', () => {
    // A quarter turn counter-clockwise, its content not turned along.
    const { roll, pitch } = degrees(0, 0, -90, 0);
    expect(Math.abs(pitch)).toBeLessThan(1e-6);
    expect(roll).toBeCloseTo(90, 6);
  });
});
