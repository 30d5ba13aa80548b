import { expect, it } from 'vitest';
import { differOnlyInSettings } from './use-visit.ts';

it.each([
  ['', '?settings=subscription', true],
  ['?settings=profile', '?settings=subscription', true],
  ['?category=Tourism+%26+Hospitality', '?category=Tourism+%26+Hospitality&settings=profile', true],
  ['?category=Tourism%20%26%20Hospitality&settings=profile', '?category=Tourism+%26+Hospitality', true],
  ['', '', false],
  ['?tag=Sea+view', '?settings=subscription', false],
  ['?settings=profile', '?tag=Sea+view', false],
])('%j and %j differ by the settings alone: %s', (one, other, expected) => {
  const at = (search: string) => ({ pathname: '/experiences', search });
  expect(differOnlyInSettings(at(one), at(other))).toBe(expected);
  expect(differOnlyInSettings(at(one), { ...at(other), pathname: '/' })).toBe(false);
});
