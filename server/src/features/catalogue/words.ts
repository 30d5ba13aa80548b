/** Longer words are cut to this many characters. */
const MAX_WORD_LENGTH = 40;
/** Further words of a search are ignored. */
const MAX_SEARCH_WORDS = 8;

/** Letters that Unicode does not decompose, as typed on a plain keyboard. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** Words that a search ignores unless it has no others. */
const STOP_WORDS = new Set('a an and at by for from in is it of on or the to with'.split(' '));

/** The normal form of a name for comparison: trimmed, in lower case, with single spaces. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Lower case without diacritics: "Café Łódź" becomes "cafe lodz". */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/(\p{L})['’](?=\p{L})/gu, '$1');
}

/** The distinct folded words of a text, in order. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, MAX_WORD_LENGTH)))];
}

/** The words of a search text: few, and without stop words unless there are no others. */
export function searchWords(q: string): string[] {
  const words = wordsOf(q);
  const significant = words.filter((word) => !STOP_WORDS.has(word));
  return (significant.length > 0 ? significant : words).slice(0, MAX_SEARCH_WORDS);
}

/** A word, itself first, with the plural endings of English added and removed. */
export function numberForms(word: string): string[] {
  const forms = [word, `${word}s`, `${word}es`];
  if (word.length > 3 && word.endsWith('s')) forms.push(word.slice(0, -1));
  if (word.length > 4 && word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.length > 4 && word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.length > 3 && word.endsWith('y')) forms.push(`${word.slice(0, -1)}ies`);
  return forms;
}

/** The edit distance within which a word of this length is corrected. */
export function allowedEdits(word: string): number {
  if (word.length < 3) return 0;
  return word.length < 6 ? 1 : 2;
}

/**
 * The number of insertions, deletions, replacements and swaps of neighbouring letters between two words (optimal string
 * alignment distance).
 */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/**
 * A `tsquery` for one word of each group. The words are folded: they consist of letters, marks and digits, and need no
 * escaping besides their quotes.
 */
export function toTsQuery(groups: readonly (readonly string[])[]): string {
  return groups.map((group) => `(${group.map((word) => `'${word}'`).join(' | ')})`).join(' & ');
}
