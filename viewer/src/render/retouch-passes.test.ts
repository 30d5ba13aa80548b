import { describe, expect, it } from 'vitest';
import type { Adjustment } from '../types.ts';
import { type Pass, passesOf } from './retouch-passes.ts';

const within = (value: number) => Math.min(1, Math.max(0, value));

/** What blending makes of a colour. */
function blend(colour: readonly number[], passes: readonly Pass[]): number[] {
  const steps: Record<Pass['step'], (value: number, by: number) => number> = {
    scale: (value, by) => value * by,
    raise: (value, by) => value + value * by,
    add: (value, by) => value + by,
    subtract: (value, by) => value - by,
  };
  return passes.reduce(
    (values, { step, by }) => values.map((value, channel) => within(steps[step](value, by[channel] ?? 0))),
    [...colour],
  );
}

const adjusted = (colour: readonly number[], adjustment: Adjustment, share?: number) =>
  blend(colour, passesOf(adjustment, share));

describe('adjusting a picture by blending', () => {
  it('does nothing where nothing is wanted', () => {
    expect(passesOf({})).toEqual([]);
    expect(passesOf({ exposure: 1, contrast: 0.4, warmth: -1 }, 0)).toEqual([]);
  });

  it.each([-2, -1, 0.5, 1, 2])('exposes by %d stops of light', (exposure) => {
    for (const value of [0, 0.1, 0.25, 0.5]) {
      const light = (encoded: number) => encoded ** 2.2;
      const [red = 0, green, blue] = adjusted([value, value, value], { exposure });
      expect([green, blue]).toEqual([red, red]);
      expect(light(red)).toBeCloseTo(Math.min(1, light(value) * 2 ** exposure), 10);
    }
  });

  it.each([-1, -0.3, 0.4, 1])(
    'keeps the middle grey, and spreads what is around it, at contrast %d',
    (contrast) => {
      for (const value of [0, 0.2, 0.5, 0.7, 1]) {
        const [red] = adjusted([value, value, value], { contrast });
        expect(red).toBeCloseTo(within((value - 0.5) * 2 ** contrast + 0.5), 10);
      }
    },
  );

  it('warms and cools', () => {
    const [red = 0, green = 0, blue = 0] = adjusted([0.5, 0.5, 0.5], { warmth: 1 });
    expect(red).toBeGreaterThan(green);
    expect(green).toBe(0.5);
    expect(blue).toBeLessThan(green);
    const [cold = 0, , ice = 0] = adjusted([0.5, 0.5, 0.5], { warmth: -1 });
    expect([cold, ice]).toEqual([blue, red]);
  });

  it('goes from nothing to all of it without a leap', () => {
    const strongest: Adjustment = { exposure: 2, contrast: 1, warmth: 1 };
    let before = 0.3;
    for (let share = 0; share <= 1; share += 0.01) {
      const [, green = 0] = adjusted([0.3, 0.3, 0.3], strongest, share);
      expect(Math.abs(green - before)).toBeLessThan(0.02);
      before = green;
    }
  });

  it('asks of blending only what it can do', () => {
    for (const exposure of [-2, 0, 2])
      for (const contrast of [-1, 0, 1])
        for (const warmth of [-1, 0, 1])
          for (const { by } of passesOf({ exposure, contrast, warmth }))
            for (const value of by) expect(value).toBe(within(value));
  });
});
