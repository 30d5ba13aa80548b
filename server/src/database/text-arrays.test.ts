import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { parseTextArray } from './database.ts';

/** An array as PostgreSQL writes it; more elements may be quoted than must be. */
function written(elements: readonly string[]): string {
  const quoted = elements.map((element) =>
    /^[a-z]+$/i.test(element) && element.toUpperCase() !== 'NULL'
      ? element
      : `"${element.replace(/["\\]/g, '\\$&')}"`,
  );
  return `{${quoted.join(',')}}`;
}

const element = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\\', '{', '}', 'é', '\n') }),
  fc.constantFrom('', 'NULL', 'null', 'Museums and Galleries', 'Parks'),
);

describe('arrays of text', () => {
  test('are parsed as they were written', () => {
    fc.assert(
      fc.property(fc.array(element, { maxLength: 6 }), (elements) => {
        expect(parseTextArray(written(elements))).toEqual(elements);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['{NULL,a}', '{{a,b},{c,d}}', '[2:3]={a,b}', '{}'])('%s is parsed as by pg', (text) => {
    expect(parseTextArray(text)).toEqual(pg.types.getTypeParser(1009 as number)(text));
  });
});
