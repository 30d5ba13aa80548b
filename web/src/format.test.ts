import { afterEach, describe, expect, it } from 'vitest';
import { formatCompact, formatDate, formatDuration, formatLocalDate, formatTokens } from './format.ts';
import { chooseRegion } from './region.ts';

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
  expect(formatTokens(0)).toBe('0 tokens');
  expect(formatTokens(1)).toBe('1 token');
  expect(formatTokens(1500)).toBe('1,500 tokens');
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

describe('in the English of a region', () => {
  afterEach(() => chooseRegion('GB'));

  it.each([
    ['GB', '21 Nov 2027', '21 November 2027', '100,000 tokens'],
    ['DE', '21 Nov 2027', '21 November 2027', '100,000 tokens'],
    ['US', 'Nov 21, 2027', 'November 21, 2027', '100,000 tokens'],
    ['IN', '21 Nov 2027', '21 November 2027', '1,00,000 tokens'],
  ])('writes dates and numbers as in %s', (region, short, long, tokens) => {
    chooseRegion(region);
    expect(formatDate('2027-11-21T12:00:00Z')).toBe(short);
    expect(formatDate('2027-11-21T12:00:00Z', 'utc')).toBe(long);
    expect(formatTokens(100_000)).toBe(tokens);
  });

  it('writes when something was seen by the clocks of its place, wherever the reader is', () => {
    expect(formatLocalDate('2027-11-21')).toBe('21 Nov 2027');
    expect(formatLocalDate('2027-11-21T23:30:00+09:00')).toBe('21 Nov 2027, 23:30');
    expect(formatLocalDate('2027-11-21T23:30-03:00')).toBe('21 Nov 2027, 23:30');
  });

  it('writes hours as usual there', () => {
    const hour = () => formatDate(new Date(2027, 10, 21, 16, 5), 'dateTime').replace(/\s/g, ' ');
    expect(hour()).toBe('21 Nov 2027, 16:05');
    chooseRegion('US');
    expect(hour()).toBe('Nov 21, 2027, 4:05 PM');
  });
});
