import { expect, it } from 'vitest';
import { type Access, accessTo, missingFor, type Visitor } from './access.ts';

const gated = { isPermission: false, tokensRequired: 100, partOfPackage: false };
const guest: Visitor = {
  isMember: false,
  isOwn: false,
  summary: undefined,
  hasOpened: false,
  isOpening: false,
};
const holding = (
  totalBalance: number,
  subscriptionType: 'Free' | 'Plus' | 'Pro' = 'Free',
  { pendingBalance = 0, awaitingVerification = 0 } = {},
): Visitor => ({
  ...guest,
  isMember: true,
  isOwn: true,
  summary: {
    wallet: { totalBalance, bonusBalance: 0, referralBalance: 0, topupBalance: totalBalance },
    pendingBalance,
    awaitingVerification,
    subscriptionType,
  },
});

it.each<[string, Partial<typeof gated>, Visitor, Access]>([
  ['a free tour of a guest', { isPermission: true }, guest, { kind: 'open', byPlan: false }],
  ['a gated tour of a guest', {}, guest, { kind: 'sign-in', cost: 100 }],
  ['what a member opened who has left', {}, { ...guest, hasOpened: true }, { kind: 'sign-in', cost: 100 }],
  ['the exact price', {}, holding(100), { kind: 'payable', cost: 100, balance: 100, pending: 0 }],
  ['one token too few', {}, holding(99), { kind: 'short', cost: 100, balance: 99, pending: 0 }],
  [
    'a tour for plans alone',
    { tokensRequired: 0 },
    holding(500),
    { kind: 'short', cost: 0, balance: 500, pending: 0 },
  ],
  [
    'tokens that wait for a verified email',
    {},
    holding(100, 'Free', { pendingBalance: 60, awaitingVerification: 60 }),
    { kind: 'verify', cost: 100, balance: 100, pending: 60 },
  ],
  [
    'tokens that also wait for their day',
    {},
    holding(150, 'Free', { pendingBalance: 60, awaitingVerification: 5 }),
    { kind: 'short', cost: 100, balance: 150, pending: 60 },
  ],
  [
    'enough beside what waits',
    {},
    holding(200, 'Free', { pendingBalance: 100, awaitingVerification: 100 }),
    { kind: 'payable', cost: 100, balance: 200, pending: 100 },
  ],
  ['no balance yet', {}, { ...holding(1), summary: undefined }, { kind: 'unknown', cost: 100 }],
  ['no catalogue of their own yet', {}, { ...holding(500), isOwn: false }, { kind: 'unknown', cost: 100 }],
  ['opened before the list knew', {}, { ...holding(0), hasOpened: true }, { kind: 'open', byPlan: false }],
  [
    'being opened',
    {},
    { ...holding(500), isOpening: true },
    { kind: 'busy', cost: 100, balance: 500, pending: 0 },
  ],
  [
    'being opened with no balance yet',
    {},
    { ...holding(500), summary: undefined, isOpening: true },
    { kind: 'busy', cost: 100 },
  ],
  [
    'a plan that includes it',
    { isPermission: true, partOfPackage: true },
    holding(0, 'Plus'),
    { kind: 'open', byPlan: true },
  ],
  [
    'a tour outside of the package',
    { isPermission: true },
    holding(0, 'Pro'),
    { kind: 'open', byPlan: false },
  ],
  [
    'a free tour of a subscriber',
    { isPermission: true, partOfPackage: true, tokensRequired: 0 },
    holding(0, 'Pro'),
    { kind: 'open', byPlan: false },
  ],
])('is correct for %s', (_, tour, visitor, expected) => {
  expect(accessTo({ ...gated, ...tour }, visitor)).toEqual(expected);
});

it('counts what is missing for a price', () => {
  expect(missingFor(250, holding(100).summary)).toBe(150);
  expect(missingFor(100, holding(150, 'Free', { pendingBalance: 60 }).summary)).toBe(10);
  expect(missingFor(100, holding(500).summary)).toBe(0);
  expect(missingFor(100, undefined)).toBe(0);
});
