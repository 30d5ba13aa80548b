import { describe, expect, it } from 'vitest';
import { glideProgress, releaseVelocity } from './inertia.ts';

describe('releaseVelocity', () => {
  it('is the speed of the last moments', () => {
    const samples = [0, 10, 20, 30, 40].map((timeMs) => ({ timeMs, x: timeMs * 2, y: -timeMs }));
    expect(releaseVelocity(samples, 45)).toEqual({ x: 2, y: -1 });
  });

  it('is nothing after the finger has rested', () => {
    const samples = [0, 10, 20].map((timeMs) => ({ timeMs, x: timeMs, y: 0 }));
    expect(releaseVelocity(samples, 300)).toEqual({ x: 0, y: 0 });
    expect(releaseVelocity([], 0)).toEqual({ x: 0, y: 0 });
  });
});

describe('glideProgress', () => {
  it('begins with nothing, never goes back and ends with everything', () => {
    const steps = [0, 16, 100, 500, 5000].map(glideProgress);
    expect(steps[0]).toBe(0);
    expect(steps.toSorted((a, b) => a - b)).toEqual(steps);
    expect(steps.at(-1)).toBeCloseTo(1, 6);
  });
});
