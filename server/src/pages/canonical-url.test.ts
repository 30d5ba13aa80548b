import { expect, it } from 'vitest';
import { canonicalUrl, withOtherParameters } from './canonical-url.ts';

it.each([
  ['/a', '/a'],
  ['/a?', '/a'],
  ['/a?x=1&y=2', '/a'],
  ['/a?sort=new&x=1&q=inn', '/a?q=inn&sort=new'],
  ['/a?q=inn&sort=new', '/a?q=inn&sort=new'],
  // The order of repeated parameters is significant.
  ['/a?q=2&q=1', '/a?q=2&q=1'],
  // Names are decoded, values are not.
  ['/a?%71=i%6En', '/a?q=i%6En'],
  ['/a?%=1&%E0%A4%A=2&q', '/a?q'],
  ['/a#x?q=1', '/a'],
  ['/a#q=1', '/a?q=1'],
])('%s becomes %s', (url, canonical) => {
  expect(canonicalUrl(url, ['q', 'sort'])).toBe(canonical);
});

it.each([
  ['/new', '/a', '/new'],
  ['/new', '/a?q=inn&', '/new'],
  ['/new?q=inn', '/a?q=inn&utm=x%26y', '/new?q=inn&utm=x%26y'],
  ['/new', '/a?utm&%73ort=new&x=1', '/new?utm&x=1'],
])('a redirect to %s from %s leads to %s', (location, url, expected) => {
  expect(withOtherParameters(location, url, ['q', 'sort'])).toBe(expected);
});
