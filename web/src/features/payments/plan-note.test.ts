import { expect, it } from 'vitest';
import { planNote, smallestFor } from './plan-note.ts';

const NOW = Date.parse('2027-03-01T12:00:00Z');
const inForce = (subscriptionType: 'Free' | 'Plus' | 'Pro', subscriptionUntil: string | null = null) => ({
  subscriptionType,
  subscriptionUntil,
});
const noteOf = (tier: 'Plus' | 'Pro' | null, plan: ReturnType<typeof inForce>) =>
  planNote({ tier, validity_days: 30 }, plan, NOW);

it('says that buying the current plan again ends its remaining days', () => {
  expect(noteOf('Plus', inForce('Plus', '2027-03-20T12:00:00Z'))).toBe(
    'Your Plus plan runs until 20 Mar 2027. If you buy Plus again now, 30 days begin today, and the days that are left are not added.',
  );
});

it.each([
  ['Plus', inForce('Pro', '2027-05-01T12:00:00Z')],
  ['Plus', inForce('Plus', '2027-05-01T12:00:00Z')],
  ['Pro', inForce('Pro')],
] as const)('%s under a longer %o brings tokens alone', (tier, plan) => {
  expect(noteOf(tier, plan)).toMatch(/^Your (Plus|Pro) plan runs longer than this one\. You get the tokens/);
});

it.each([
  [null, inForce('Plus', '2027-03-20T12:00:00Z')],
  ['Plus', inForce('Free')],
  ['Pro', inForce('Plus', '2027-03-20T12:00:00Z')],
  ['Plus', inForce('Pro', '2027-03-20T12:00:00Z')],
] as const)('nothing is said of %s beside %o', (tier, plan) => {
  expect(noteOf(tier, plan)).toBeUndefined();
});

it.each([
  [0, 100],
  [100, 100],
  [101, 500],
  [501, 1500],
  [9000, 1500],
])('chooses the smallest plan for %d missing tokens', (missing, tokens) => {
  const plans = [{ tokens: 100 }, { tokens: 1500 }, { tokens: 500 }];
  expect(smallestFor(plans, missing)?.tokens).toBe(tokens);
});
