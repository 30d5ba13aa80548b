import type { Plan } from '@oriel/contract';
import { expect, it } from 'vitest';
import { moneyFor, tokenRatesOf } from './token-rates.ts';

const plan = (tokens: number, price: number, currency = 'INR') => ({ tokens, price, currency }) as Plan;

it('says what tokens cost with the cheapest plan and with the dearest', () => {
  const rates = tokenRatesOf([plan(100, 199), plan(500, 799), plan(5000, 5499)]);
  expect(rates && moneyFor(100, rates)).toBe('₹110 to ₹199');
  expect(rates && moneyFor(250, rates)).toBe('₹275 to ₹498');
});

it('says one price where there is one plan', () => {
  const rates = tokenRatesOf([plan(100, 2, 'EUR')]);
  expect(rates && moneyFor(100, rates)).toBe('€2');
});

it('says nothing without plans, or with plans in several currencies', () => {
  expect(tokenRatesOf([])).toBeUndefined();
  expect(tokenRatesOf([plan(100, 0)])).toBeUndefined();
  expect(tokenRatesOf([plan(100, 2, 'EUR'), plan(100, 199)])).toBeUndefined();
});
