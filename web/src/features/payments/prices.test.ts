import { readFileSync } from 'node:fs';
import { PricingPage } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { withYearlyPrices, yearlyPriceOf } from './prices.ts';

describe('the price of a month, paid by the year', () => {
  it.each([
    [0, 0],
    [29, 26],
    [39, 35],
    [5, 5],
    [10, 9],
    [15, 14],
    [100, 90],
  ])('of a plan of %s a month is %s', (monthly, yearly) => {
    expect(yearlyPriceOf(monthly)).toBe(yearly);
  });

  it('is by agreement if the monthly price is', () => {
    const file = new URL('../../../../content/texts/pricing.json', import.meta.url);
    const { plans } = PricingPage.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(withYearlyPrices(plans).map(({ id, yearlyPrice }) => [id, yearlyPrice])).toEqual([
      ['free', 0],
      ['pro', 26],
      ['teams', 35],
      ['enterprise', null],
    ]);
  });
});
