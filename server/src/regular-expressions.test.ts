import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { findExpressions } from '../testing/regular-expressions.ts';

// Neither Java nor a program of its own: the same everywhere.
vi.stubEnv('RECHECK_BACKEND', 'pure');
const { check } = await import('recheck');

/** Nothing repeats without bound, so it takes a bounded number of steps at each place. */
const REPEATS = /[*+]|\{\d+,/;

/**
 * What makes an expression take more than linear time, or undefined where nothing does. The automaton behind it is searched
 * for such input, whatever its length, so nothing is left to guessing what the worst input may be.
 */
async function worstInput(pattern: string, flags: string): Promise<string | undefined> {
  if (!REPEATS.test(pattern)) return undefined;
  const found = await check(pattern, flags, { timeout: null });
  if (found.status === 'safe') return undefined;
  return found.status === 'vulnerable' ? found.attack.pattern : found.error.kind;
}

it.each([
  ['cubic', '([?&][^=&]*(?:token|code|key)[^=&]*)=[^&#]*', 'gi'],
  ['quadratic', '\\/+$', ''],
  ['quadratic', '<([^>]+)>;', ''],
  ['exponential', '^(\\w+\\s?)*$', ''],
])('an expression of %s time is found: /%s/%s', async (_, pattern, flags) => {
  expect(await worstInput(pattern, flags)).toEqual(expect.stringContaining('repeat'));
});

it('every regular expression takes linear time for any input', { timeout: 300_000 }, async () => {
  const { literals, built } = findExpressions('server/src', 'contract/src', 'web/src');
  expect(literals.length).toBeGreaterThan(100);
  const email = { files: ['zod'], pattern: z.regexes.email.source, flags: z.regexes.email.flags };
  const slow: string[] = [];
  for (const { files, pattern, flags } of [...literals, email]) {
    const worst = await worstInput(pattern, flags);
    if (worst !== undefined) slow.push(`${files.join(', ')}: /${pattern}/${flags} at ${worst}`);
  }
  expect(slow).toEqual([]);
  // A literal can be checked, what is put together from text cannot.
  expect(built).toEqual([]);
});
