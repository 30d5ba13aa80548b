import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, fold, nameKey, numberForms, searchWords, toTsQuery, wordsOf } from './words.ts';

describe('words', () => {
  it.each([
    ['Café Łódź', 'cafe lodz'],
    ['Straße', 'strasse'],
    ['SMØRREBRØD', 'smorrebrod'],
    ["The inn's garden", 'the inns garden'],
    ['İstanbul', 'istanbul'],
    ['ＴＯＫＹＯ', 'tokyo'],
  ])('%s is folded to %s', (text, folded) => expect(fold(text)).toBe(folded));

  it('keeps words of scripts that write vowels as marks', () => {
    expect(wordsOf('ताज महल')).toEqual(['ताज', 'महल']);
    expect(wordsOf('서울 호텔')).toEqual(['서울', '호텔']);
  });

  it('returns distinct words and nothing else', () => {
    expect(wordsOf('Sea-view, sea; (view) & “room” 12')).toEqual(['sea', 'view', 'room', '12']);
    const isWord = /^[\p{L}\p{N}\p{M}]{1,80}$/u;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 60 }), (codePoints) =>
        wordsOf(String.fromCodePoint(...codePoints)).every((word) => isWord.test(word)),
      ),
    );
  });

  it('removes stop words from a search, unless there are no others', () => {
    expect(searchWords('a room with the view')).toEqual(['room', 'view']);
    expect(searchWords('the with')).toEqual(['the', 'with']);
    expect(searchWords('w1 w2 w3 w4 w5 w6 w7 w8 w9 w10')).toHaveLength(8);
  });

  it('normalises space and case of names', () => {
    expect(nameKey('  Tourism &  Hospitality ')).toBe(nameKey('TOURISM & HOSPITALITY'));
    expect(nameKey('ÉCOLE')).toBe('école');
  });

  it('forms singulars and plurals', () => {
    expect(numberForms('beach')).toContain('beaches');
    expect(numberForms('galleries')).toContain('gallery');
    expect(numberForms('hotels')).toContain('hotel');
  });

  it('quotes every word of a query', () => {
    expect(toTsQuery([['sea', 'seas'], ['view']])).toBe("('sea' | 'seas') & ('view')");
  });
});

describe('edit distance', () => {
  it.each([
    ['museum', 'museum', 0],
    ['musuem', 'museum', 1],
    ['hotle', 'hotel', 1],
    ['restarant', 'restaurant', 1],
    ['libary', 'library', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
  ])('%s to %s is %i', (a, b, distance) => expect(editDistance(a, b)).toBe(distance));

  it('is symmetric and bounded by the longer word', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        const distance = editDistance(a, b);
        return distance === editDistance(b, a) && distance <= Math.max(a.length, b.length);
      }),
    );
  });
});
