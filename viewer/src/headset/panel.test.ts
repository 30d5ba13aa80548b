import { expect, it } from 'vitest';
import { wrapped } from './panel.ts';

const wrap = (text: string) => wrapped(text, 10, ({ length }) => length);

it('breaks lines between words, and inside of words that are too wide', () => {
  expect(wrap('The clock of 1890')).toEqual(['The clock', 'of 1890']);
  expect(wrap('漢字'.repeat(12))).toEqual(['漢字'.repeat(5), '漢字'.repeat(5), '漢字'.repeat(2)]);
  expect(wrap('See https://example.org now')).toEqual(['See', 'https://ex', 'ample.org', 'now']);
  expect(wrap('Title\n👩‍👩‍👧👩‍👩‍👧')).toEqual(['Title', '👩‍👩‍👧', '👩‍👩‍👧']);
});
