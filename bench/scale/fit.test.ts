import { expect, it } from 'vitest';
import { fitScalability } from './fit.ts';

const COUNTS = [1, 2, 3, 4, 6, 8];

const law = (lambda: number, alpha: number, beta: number) =>
  COUNTS.map((count) => ({
    count,
    perSecond: (lambda * count) / (1 + alpha * (count - 1) + beta * count * (count - 1)),
  }));

it('finds the coefficients of measurements that follow the law', () => {
  const { lambda, alpha, beta, peak } = fitScalability(law(200, 0.03, 0.001));
  expect(lambda).toBeCloseTo(200);
  expect(alpha).toBeCloseTo(0.03);
  expect(beta).toBeCloseTo(0.001);
  expect(peak).toBeCloseTo(Math.sqrt(0.97 / 0.001));
});

it('finds no negative costs where more processes do more than their share', () => {
  const measured = COUNTS.map((count) => ({ count, perSecond: 200 * count ** 1.02 }));
  const { alpha, beta, peak } = fitScalability(measured);
  expect([alpha, beta, peak]).toEqual([0, 0, Infinity]);
});

it('sees contention alone as contention, and stays near it when measurements vary', () => {
  const measured = law(200, 0.05, 0).map(({ count, perSecond }, index) => ({
    count,
    perSecond: perSecond * (index % 2 === 0 ? 1.01 : 0.99),
  }));
  const { alpha, beta } = fitScalability(measured);
  expect(alpha).toBeGreaterThan(0.02);
  expect(alpha).toBeLessThan(0.08);
  expect(beta).toBeLessThan(0.005);
});
