import type { Adjustment } from '../types.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/**
 * One step of an adjustment, which the GPU's blending applies to what is drawn, each value kept within 0 and 1:
 * `scale` multiplies by `by`, `raise` by one more than `by`, `add` and `subtract` do what they say.
 */
export interface Pass {
  step: 'scale' | 'raise' | 'add' | 'subtract';
  /** From 0 to 1. */
  by: Colour;
}

/** Pictures are encoded with about this exponent: a stop doubles the light, not the value. */
const GAMMA = 2.2;
/** By how much the warmest picture's red is raised and its blue lowered. */
const WARMTH = 0.2;

const grey = (value: number): Colour => [value, value, value];
const hasEffect = ({ step, by }: Pass): boolean => by.some((value) => value !== (step === 'scale' ? 1 : 0));

/** A factor is applied by one pass where it is below 1, and above by one for each doubling. */
function multiplyBy(factors: Colour): Pass[] {
  const passes: Pass[] = [
    { step: 'scale', by: factors.map((factor) => Math.min(factor, 1)) as unknown as Colour },
  ];
  let left = factors.map((factor) => Math.max(factor, 1));
  while (left.some((factor) => factor > 1)) {
    const now = left.map((factor) => Math.min(factor, 2));
    passes.push({ step: 'raise', by: now.map((factor) => factor - 1) as unknown as Colour });
    left = left.map((factor, channel) => factor / (now[channel] ?? 1));
  }
  return passes;
}

/**
 * What to do to a picture's values so that they are exposed, then warmed, then spread around the middle grey.
 *
 * @param share how much of the adjustment is wanted, from 0 to 1
 */
export function passesOf({ exposure = 0, contrast = 0, warmth = 0 }: Adjustment, share = 1): Pass[] {
  const gain = 2 ** ((exposure * share) / GAMMA);
  const warm = WARMTH * warmth * share;
  const spread = 2 ** (contrast * share);
  // Before it is raised, so that bright values that come out below white are not cut off.
  const below: Pass[] = spread > 1 ? [{ step: 'subtract', by: grey(0.5 - 0.5 / spread) }] : [];
  const above: Pass[] = spread < 1 ? [{ step: 'add', by: grey(0.5 - 0.5 * spread) }] : [];
  return [
    ...multiplyBy([gain * (1 + warm), gain, gain * (1 - warm)]),
    ...below,
    ...multiplyBy(grey(spread)),
    ...above,
  ].filter(hasEffect);
}
