import { expect, it } from 'vitest';
import { shortCount } from './format.ts';

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
  expect(shortCount(count)).toBe(text);
});
