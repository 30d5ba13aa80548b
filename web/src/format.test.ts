import { expect, it } from 'vitest';
import { formatCompact, formatDuration, formatTokens, PAGE_LOCALE } from './format.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1.0K'],
  [1549, '1.5K'],
  [999_949, '999.9K'],
  [999_950, '1.0M'],
  [1_000_000, '1.0M'],
  [12_340_000, '12.3M'],
])('shortens %d to %s', (count, text) => {
  expect(formatCompact(count)).toBe(text);
});

it('groups tokens and distinguishes one from many', () => {
  expect(formatTokens(0, PAGE_LOCALE)).toBe('0 tokens');
  expect(formatTokens(1, PAGE_LOCALE)).toBe('1 token');
  expect(formatTokens(1500, PAGE_LOCALE)).toBe('1,500 tokens');
});

it.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [61, '1:01'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
  [-1, '0:00'],
])('writes %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
