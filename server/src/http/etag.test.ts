import { expect, it } from 'vitest';
import { matchesEtag } from './etag.ts';

it('entity tags compare weakly and as lists', () => {
  expect(matchesEtag('W/"a"', 'W/"a"')).toBe(true);
  expect(matchesEtag('"a"', 'W/"a"')).toBe(true);
  expect(matchesEtag('"b", "a"', 'W/"a"')).toBe(true);
  expect(matchesEtag('*', 'W/"a"')).toBe(true);
  expect(matchesEtag('"b"', 'W/"a"')).toBe(false);
  expect(matchesEtag(undefined, 'W/"a"')).toBe(false);
});
