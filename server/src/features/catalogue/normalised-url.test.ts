import { sanitiseMediaUrl } from '@oriel/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNormalised } from './normalised-url.ts';

const BASE = 'https://own.example/';

const part = fc.string({ unit: fc.constantFrom(...'aZ09.-_~/:@%?#[\\ é'), maxLength: 8 });
const host = fc.string({ unit: fc.constantFrom(...'ax0n1.-'), minLength: 1, maxLength: 12 });
const url = fc.oneof(
  fc.tuple(fc.constantFrom('https://', 'http://', 'HTTPS://', ''), host, part).map((parts) => parts.join('')),
  fc.tuple(host, part, part).map(([name, one, other]) => `https://${name}.example/${one}/${other}`),
  fc.tuple(part, part).map(([one, other]) => `/${one}/${other}`),
);

describe('a normalised URL', () => {
  test('is what parsing it gives', () => {
    fc.assert(
      fc.property(url, (text) => {
        if (!isNormalised(text)) return;
        const isRooted = text.startsWith('/');
        expect(new URL(text, BASE).href).toBe(isRooted ? BASE.slice(0, -1) + text : text);
        if (!isRooted) expect(sanitiseMediaUrl(text, BASE)).toBe(text);
      }),
      { numRuns: 50_000 },
    );
  });

  test.each(['https://media.example/12.mp4', 'https://a-b.c1.example/x/y~z.jpg', '/thumbnails/1.jpg'])(
    '%s is one',
    (text) => expect(isNormalised(text)).toBe(true),
  );

  test.each([
    'https://media.example',
    'https://media.example/a/../b',
    'https://1.2.3.4/a',
    'https://media.example:443/a',
    'https://xn--a.example/b',
    'https://name@media.example/a',
    'javascript:alert(1)',
    '//media.example/a',
    '/a b',
  ])('%s is none', (text) => expect(isNormalised(text)).toBe(false));
});
