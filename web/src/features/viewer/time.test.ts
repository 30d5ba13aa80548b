import { expect, it } from 'vitest';
import { clock } from './time.ts';

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
  expect(clock(seconds)).toBe(text);
});
