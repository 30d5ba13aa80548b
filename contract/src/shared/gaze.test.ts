import { expect, it } from 'vitest';
import { GAZE_BINS, gazeBin, gazeDirection } from './gaze.ts';

const DEGREE = Math.PI / 180;
const binAt = (yaw: number, pitch: number) => gazeBin(yaw * DEGREE, pitch * DEGREE);

it('begins at the upper left of the picture and ends at the lower right', () => {
  expect(binAt(-179.9, 89.9)).toBe(0);
  expect(binAt(179.9, 89.9)).toBe(35);
  expect(binAt(-179.9, -89.9)).toBe(17 * 36);
  expect(binAt(179.9, -89.9)).toBe(GAZE_BINS - 1);
  expect(binAt(0.1, -0.1)).toBe(9 * 36 + 18);
});

it('has a field for every direction, the poles and whole turns included', () => {
  for (const [yaw, pitch] of [
    [180, 90],
    [-180, -90],
    [539.9, 0],
    [-540, 0],
  ] as const)
    expect(binAt(yaw, pitch)).toSatisfy(
      (bin: number) => Number.isInteger(bin) && bin >= 0 && bin < GAZE_BINS,
    );
  expect(binAt(180, 0)).toBe(binAt(-180, 0));
  expect(binAt(370.5, 12)).toBe(binAt(10.5, 12));
});

it('is left by the middle of each field', () => {
  for (let bin = 0; bin < GAZE_BINS; bin += 1) {
    const { yaw, pitch } = gazeDirection(bin);
    expect(binAt(yaw, pitch)).toBe(bin);
  }
});
