import { expect, it } from 'vitest';
import { metaDescription, shortCount } from './format.ts';

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

it('cuts a description to 155 characters, an ellipsis included', () => {
  const exact = 'a'.repeat(155);
  expect(metaDescription(exact)).toBe(exact);
  const cut = metaDescription('b'.repeat(156));
  expect(cut).toBe(`${'b'.repeat(152)}...`);
  expect(cut).toHaveLength(155);
  expect(metaDescription('  two\n lines ')).toBe('two lines');
});
