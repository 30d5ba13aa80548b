import type { Plan } from '@oriel/contract';

/** The lines of a description, without those that repeat the card's own text. */
export function perksOf(
  { description, tokens, validity_days }: Plan,
  shownLines: readonly string[],
): string[] {
  const redundant = new Set([...shownLines, `${tokens} tokens`, `Valid for ${validity_days} days`]);
  return description
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !redundant.has(line));
}
