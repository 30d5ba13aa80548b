import { readFileSync } from 'node:fs';
import { PricingPage } from '@oriel/contract';
import { expect, it } from 'vitest';
import { limitRowsOf, limitsOf } from './limits.ts';

const file = new URL('../../../../content/texts/pricing.json', import.meta.url);
const { plans, limitLabels, comparison } = PricingPage.parse(JSON.parse(readFileSync(file, 'utf8')));

it.each([
  ['free', ['3 tours', '50 scenes', '1 GB of storage', '5K views a month']],
  ['pro', ['50 tours', '1,000 scenes', '50 GB of storage', '100K views a month']],
  ['teams', ['5 seats', '200 GB of storage', '500K pooled views a month']],
  ['enterprise', []],
])('describes the limits of %s', (id, limits) => {
  const plan = plans.find((one) => one.id === id);
  expect(plan && limitsOf(plan, limitLabels)).toEqual(limits);
});

it('shows the limits side by side', () => {
  const rows = comparison && limitRowsOf(plans, comparison);
  expect(rows?.map(({ label, cells }) => [label, ...plans.map(({ id }) => cells[id])])).toEqual([
    ['Seats for colleagues', false, false, '5', 'By agreement'],
    ['Tours', '3', '50', 'As in Pro', 'By agreement'],
    ['Scenes', '50', '1,000', 'As in Pro', 'By agreement'],
    ['Storage', '1 GB', '50 GB', '200 GB', 'By agreement'],
    ['Views a month', '5K', '100K', '500K pooled', 'By agreement'],
  ]);
});
