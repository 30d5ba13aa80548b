import { describe, expect, it } from 'vitest';
import type { AddOn } from '../site/pages/enterprise.ts';
import { pricePackage, wholeQuantity } from './package-price.ts';

const addOn = (id: string, price: number, rest: Partial<AddOn> = {}): AddOn => ({
  id,
  label: id,
  description: id,
  price,
  unit: 'once',
  quantityEnabled: false,
  ...rest,
});
const ADD_ONS = [
  addOn('photoshoot', 5000, { unit: 'per area', quantityEnabled: true, quantityLabel: 'Areas' }),
  addOn('digital-twin', 4000),
  addOn('posts', 20_000, { unit: 'per month', quantityEnabled: true, quantityLabel: 'Months' }),
];

describe('the price of a package', () => {
  it('is zero for an empty choice', () => {
    expect(pricePackage(ADD_ONS, [])).toEqual({ lines: [], once: 0, monthly: 0 });
  });

  it('separates one-time from monthly charges', () => {
    const price = pricePackage(ADD_ONS, [
      { id: 'posts', quantity: 3 },
      { id: 'digital-twin', quantity: 1 },
      { id: 'photoshoot', quantity: 4 },
    ]);
    expect(price.lines.map(({ addOn: { id }, quantity, amount }) => [id, quantity, amount])).toEqual([
      ['photoshoot', 4, 20_000],
      ['digital-twin', 1, 4000],
      ['posts', 3, 60_000],
    ]);
    expect(price).toMatchObject({ once: 24_000, monthly: 20_000 });
  });

  it('ignores the quantity of add-ons without one', () => {
    expect(pricePackage(ADD_ONS, [{ id: 'digital-twin', quantity: 9 }])).toMatchObject({ once: 4000 });
  });

  it.each([
    [0, 1],
    [-3, 1],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 999],
    [1000, 999],
    [2.9, 2],
    [7, 7],
  ])('counts a quantity of %s as %s', (typed, counted) => {
    expect(wholeQuantity(typed)).toBe(counted);
    expect(pricePackage(ADD_ONS, [{ id: 'photoshoot', quantity: typed }]).once).toBe(5000 * counted);
  });

  it('ignores unknown add-ons', () => {
    expect(pricePackage(ADD_ONS, [{ id: 'castle', quantity: 1 }])).toEqual({
      lines: [],
      once: 0,
      monthly: 0,
    });
  });
});
