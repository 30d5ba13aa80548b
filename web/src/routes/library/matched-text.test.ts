import { expect, it } from 'vitest';
import { splitAtMatch } from './matched-text.ts';

it('marks the word that begins with the text, whatever its accents and case', () => {
  expect(splitAtMatch('Kunsthal Fjordbo', 'fjo')).toEqual(['Kunsthal ', 'Fjo', 'rdbo']);
  expect(splitAtMatch('Évora, Portugal', 'evo')).toEqual(['', 'Évo', 'ra, Portugal']);
  expect(splitAtMatch('Krog Ljustern', 'LJÚ')).toEqual(['Krog ', 'Lju', 'stern']);
});

it('marks nothing within words, for other texts and without one', () => {
  for (const text of ['dbo', 'zzz', '', ' ', '.*'])
    expect(splitAtMatch('Kunsthal Fjordbo', text)).toEqual(['Kunsthal Fjordbo', '', '']);
});
